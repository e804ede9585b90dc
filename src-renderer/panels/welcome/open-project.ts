import { AppError } from '#shared/error.ts'
import type { SessionId } from '#shared/ids.ts'
import { ModelName } from '#shared/settings.ts'
import type { HostClient } from '../../client/connection.ts'

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
