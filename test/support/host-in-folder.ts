import { join } from 'node:path'
import { connectClient } from '#shared/contract/client.ts'
import type { Client } from '#shared/contract/define.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { ProjectId } from '#shared/ids.ts'
import { temporaryFolder } from '../../src-main/core/log/store-fixture.ts'
import { openHost } from '../../src-main/open-host.ts'

/** For tests of commands: an owner of a data folder in this process, whom commands find as they would another. */
export interface HostInFolder extends AsyncDisposable {
  /** A project, with the data folder in it. */
  readonly folder: string
  readonly dataDir: string
  readonly projectId: ProjectId
  readonly client: Client<HostContract>
}

export async function openHostInFolder(): Promise<HostInFolder> {
  await using owned = new AsyncDisposableStack()
  const { path: folder } = owned.use(temporaryFolder())
  const dataDir = join(folder, 'data')
  const host = owned.use(await openHost({ dataDir, face: 'test' }))
  const client = connectClient(await host.connect(), contract)
  const { projectId } = await client['projects.open']({ path: folder })
  const disposables = owned.move()
  return {
    folder,
    dataDir,
    projectId,
    client,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}
