import { join } from 'node:path'
import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { type HostLink, openHost } from '../../src-main/open-host.ts'
import { temporaryFolder } from './store-fixture.ts'

/** For tests of commands: an owner of a data folder in this process, whom commands find as they would another. */
export interface HostInFolder extends AsyncDisposable {
  /** A project, with the data folder in it. */
  readonly folder: string
  readonly dataDir: string
  readonly projectId: ProjectId
  readonly client: Client<HostContract>
  readonly link: HostLink
}

export async function openHostInFolder(): Promise<HostInFolder> {
  await using owned = new AsyncDisposableStack()
  const { path: folder } = owned.use(temporaryFolder())
  const dataDir = join(folder, 'data')
  const link = owned.use(await openHost({ dataDir, face: 'test' }))
  const client = connectClient(await link.connect(), contract)
  const { projectId } = await client['projects.open']({ path: folder })
  const disposables = owned.move()
  return {
    folder,
    dataDir,
    projectId,
    client,
    link,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}
