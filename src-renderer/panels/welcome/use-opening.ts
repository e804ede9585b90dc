import type { Project } from '#shared/contract/projects.ts'
import { AppError } from '#shared/error.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { ModelName } from '#shared/settings.ts'
import type { HostClient } from '../../client/connection.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { type CommandState, useCommand } from '../../client/use-command.ts'

export interface Opening {
  /** Opens a folder of the host's machine, with a session in it. */
  readonly folder: CommandState<[path: string]>
  /** The same, and lets the demo agent explore it. */
  readonly demo: CommandState<[path: string]>
  /** Goes to the project's last session. */
  readonly project: CommandState<[project: Project]>
}

const DEMO_PROMPT =
  'Explore this project, delegate where that helps, and write what you find to /docs/overview.md.'

/** The ways into a session. */
export function useOpening(): Opening {
  const client = useHost()
  const { openSession } = useNavigation()
  const folder = useCommand(async (path: string) => {
    const { projectId } = await client['projects.open']({ path })
    openSession(await findOrCreate(client, projectId))
  })
  const demo = useCommand(async (path: string) => openSession(await runDemo(client, path)))
  const project = useCommand(async ({ id, path }: Project) => {
    await client['projects.open']({ path })
    openSession(await findOrCreate(client, id))
  })
  return { folder, demo, project }
}

/** The project's last session, or its first. */
async function findOrCreate(client: HostClient, projectId: ProjectId): Promise<SessionId> {
  const [last] = await client['sessions.list']({ projectId })
  return last?.id ?? (await client['sessions.create']({ projectId })).sessionId
}

async function runDemo(client: HostClient, path: string): Promise<SessionId> {
  const providers = await client['models.list']({})
  const scripted = providers.find(({ isScripted }) => isScripted)?.models[0]
  if (!scripted) throw new AppError('not-found', 'The demo agent is not installed.')
  const { projectId } = await client['projects.open']({ path })
  const model = ModelName.parse(scripted.name)
  const { sessionId } = await client['sessions.create']({ projectId, model })
  await client['sessions.send']({ sessionId, text: DEMO_PROMPT })
  return sessionId
}
