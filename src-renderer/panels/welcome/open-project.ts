import type { Project } from '#shared/contract/procedures/projects.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { ModelName } from '#shared/settings/settings.ts'
import type { HostClient } from '../../connection/connection.ts'
import { useHost, useNative } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import { type CommandState, useCommand } from '../../queries/use-command.ts'

const DEMO_PROMPT =
  'Explore this project, delegate where that helps, and write what you find to /docs/overview.md.'

/** Opens a folder of the host's machine, and finds its last session or creates its first. */
export async function openProject(client: HostClient, path: string): Promise<SessionId> {
  const { projectId } = await client['projects.open']({ path })
  const [last] = await client['sessions.list']({ projectId })
  return last?.id ?? (await client['sessions.create']({ projectId })).sessionId
}

/** Opens a folder with a session of its own, in which the demo agent explores it. */
export async function runDemo(client: HostClient, path: string): Promise<SessionId> {
  const providers = await client['models.list']({})
  const scripted = providers.find(({ isScripted }) => isScripted)?.models[0]
  if (!scripted) throw new AppError('not-found', 'The demo agent is not installed.')
  const { projectId } = await client['projects.open']({ path })
  const model = ModelName.parse(scripted.name)
  const { sessionId } = await client['sessions.create']({ projectId, model })
  await client['sessions.send']({ sessionId, text: DEMO_PROMPT })
  return sessionId
}

/** By the desktop's own dialog: `null` where none was chosen, `undefined` where there is no such dialog. */
export function usePickFolder(): () => Promise<string | null | undefined> {
  const native = useNative()
  return async () => (native ? (await native['native.pickFolder']({})).path : undefined)
}

export interface Opening {
  /** Opens a folder of the host's machine, with a session in it. */
  readonly folder: CommandState<[path: string]>
  /** The same, and lets the demo agent explore it. */
  readonly demo: CommandState<[path: string]>
  /** Goes to the project's last session. */
  readonly project: CommandState<[project: Project]>
}

/** The ways into a session. */
export function useOpening(): Opening {
  const client = useHost()
  const { openSession } = useNavigation()
  const open = async (path: string) => openSession(await openProject(client, path))
  return {
    folder: useCommand(open),
    demo: useCommand(async (path: string) => openSession(await runDemo(client, path))),
    project: useCommand(({ path }: Project) => open(path)),
  }
}
