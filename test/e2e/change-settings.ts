import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import { dialLocally, socketPathOf } from '../../src-main/transports/local-server.ts'

type SettingsChange = Parameters<Client<HostContract>['settings.change']>[0]

const CONNECT_TIMEOUT_MS = 60_000

/**
 * Changes settings over the host's socket. `orrery settings` does the same, but each call of it takes a
 * process and half a second of CPU time.
 */
export async function changeSettings(dataDir: string, change: SettingsChange): Promise<void> {
  using channel = await dialLocally(socketPathOf(dataDir), CONNECT_TIMEOUT_MS)
  await connectClient(channel, contract)['settings.change'](change)
}

/** Makes a scripted server the model of new sessions. */
export async function chooseScriptedModel(
  dataDir: string,
  url: string,
  others: SettingsChange = {},
): Promise<void> {
  const model = { model: 'compatible:scripted', baseUrls: { compatible: url } }
  await changeSettings(dataDir, { ...others, ...model })
}
