import type { HostChannel } from '#shared/wire/protocol.ts'
import { findTcpPeers, type TcpConnection } from '../../core/processes/peers.ts'
import type { HostLink } from '../../open-host.ts'
import { printError } from '../command-line/format-output.ts'

/** Serves a window that a browser opened. Every process of this machine reaches the port, agents' too. */
export async function serveWindow(
  link: HostLink,
  channel: HostChannel,
  connection: TcpConnection,
): Promise<void> {
  try {
    const peers = await findTcpPeers(connection)
    // A client that has closed its end can't be identified any more, and its requests would be served without a check.
    if (peers) link.serve(channel, { client: { type: 'window' }, peers })
    else channel[Symbol.dispose]()
  } catch (error) {
    channel[Symbol.dispose]()
    printError(error instanceof Error ? error.message : String(error))
  }
}
