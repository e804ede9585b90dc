import { connectClient } from '#shared/contract/client.ts'
import type { Client } from '#shared/contract/define.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import { openHost } from '../open-host.ts'
import { tellUnsaved } from './unsaved.ts'

/**
 * What a command asks of a host, in this process or another. Disposing it says what could not be saved,
 * and lets go of both.
 */
export interface OpenedClient extends AsyncDisposable {
  readonly client: Client<HostContract>
}

/** Reaches the host of a data folder, or becomes it. `command` is what others are told who owns it. */
export async function openClient(dataDir: string, command: string): Promise<OpenedClient> {
  await using owned = new AsyncDisposableStack()
  const link = owned.use(await openHost({ dataDir, face: command }))
  const channel = owned.use(await link.connect())
  const client = connectClient(channel, contract)
  owned.defer(() => tellUnsaved(client))
  const disposables = owned.move()
  return {
    client,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}
