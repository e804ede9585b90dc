import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { useHostQuery } from '../../../queries/host-query.ts'

/** Where the settings were opened. */
export interface SettingsPlace {
  readonly sessionId: SessionId | undefined
  readonly projectId: ProjectId | undefined
  readonly projectName: string | undefined
}

/** The project is that of the open session; that of a sample, or of a session from elsewhere, is none of this machine's. */
export function useSettingsPlace(sessionId: SessionId | undefined): SettingsPlace {
  const { data: sessions } = useHostQuery('sessions.list', {})
  const session = sessions?.find(({ id }) => id === sessionId)
  const { data: projects } = useHostQuery('projects.list', {})
  const isHere = projects?.some(({ id }) => id === session?.projectId) ?? true
  const project = isHere ? session : undefined
  return { sessionId, projectId: project?.projectId, projectName: project?.projectName }
}
