import type { ProjectId, SessionId } from '#shared/ids.ts'
import { useSessions } from '../../client/documents.ts'

/** Where the settings were opened. */
export interface SettingsPlace {
  readonly sessionId: SessionId | undefined
  readonly projectId: ProjectId | undefined
  readonly projectName: string | undefined
}

/** The project is that of the open session. */
export function useSettingsPlace(sessionId: SessionId | undefined): SettingsPlace {
  const { data: sessions } = useSessions()
  const session = sessions?.find(({ id }) => id === sessionId)
  return { sessionId, projectId: session?.projectId, projectName: session?.projectName }
}
