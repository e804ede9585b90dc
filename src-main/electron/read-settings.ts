import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import type { Settings } from '#shared/settings.ts'
import type { HostLink } from '../open-host.ts'

/** As the host has them now. */
export async function readSettings(link: HostLink): Promise<Settings> {
  using channel = await link.connect()
  return await connectClient(channel, contract)['settings.read']({})
}
