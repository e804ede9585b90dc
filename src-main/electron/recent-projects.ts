import { app } from 'electron'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import type { Project } from '#shared/contract/projects.ts'
import type { HostLink } from '../open-host.ts'

const MOST = 10

/** Tells of the projects that were opened last, now and whenever they change, until the host is gone. */
export async function followRecentProjects(
  link: HostLink,
  tell: (paths: readonly string[]) => void,
): Promise<void> {
  using channel = await link.connect()
  const client = connectClient(channel, contract)
  const read = async () => tell(pathsOf(await client['projects.list']({})))
  await read()
  for await (const { topic } of client['host.changes']({})) if (topic === 'projects') await read()
}

function pathsOf(projects: readonly Project[]): readonly string[] {
  const there = projects.filter(({ isMissing }) => !isMissing)
  return there.slice(0, MOST).map(({ path }) => path)
}

/** Has the dock and the taskbar offer them. Linux has no such list. */
export function offerRecentProjects(paths: readonly string[]): void {
  app.clearRecentDocuments()
  // The last that is added comes first.
  for (const path of paths.toReversed()) app.addRecentDocument(path)
}
