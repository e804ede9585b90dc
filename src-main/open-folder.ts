import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import type { SessionId } from '#shared/ids.ts'
import type { HostLink } from './open-host.ts'

/** Opens a folder as a project, and answers with its last session, or its first. */
export async function openFolder(link: HostLink, path: string): Promise<SessionId> {
  using channel = await link.connect()
  const client = connectClient(channel, contract)
  const { projectId } = await client['projects.open']({ path })
  const [last] = await client['sessions.list']({ projectId })
  return last?.id ?? (await client['sessions.create']({ projectId })).sessionId
}
