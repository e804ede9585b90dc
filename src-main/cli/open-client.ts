import { setTimeout as delay } from 'node:timers/promises'
import { connectClient } from '#shared/contract/client.ts'
import type { Client } from '#shared/contract/define.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import { type HostLink, openHost } from '../open-host.ts'
import { findDeferredClosing } from './deferred-closing.ts'
import { isHostGone } from './is-host-gone.ts'
import { keepHosting } from './keep-hosting.ts'
import { tellUnsaved } from './unsaved.ts'

/**
 * A command's client of the host, in this process or another. Disposing it says what could not be saved,
 * and disconnects; the host stays as long as others use it.
 */
export interface OpenedClient extends AsyncDisposable {
  /** Of the current connection. */
  readonly client: Client<HostContract>
  /** Whether the host is in this process. */
  readonly isHost: boolean
  /** Connects to the next host, or becomes it, after the host has gone. */
  reconnect(): Promise<void>
}

/** Reaches the host of a data folder, or becomes it. `command` is what others are told who owns it. */
export async function openClient(dataDir: string, command: string): Promise<OpenedClient> {
  await using owned = new AsyncDisposableStack()
  const link = await openHost({ dataDir, face: command })
  const closing = findDeferredClosing() ?? owned
  closing.defer(() => closeHost(link))
  let connection = await connect(link, command)
  owned.defer(async () => {
    await tellUnsaved(connection.client)
    connection[Symbol.dispose]()
  })
  const disposables = owned.move()
  return {
    get client() {
      return connection.client
    },
    get isHost() {
      return link.isOwner
    },
    reconnect: async () => {
      connection[Symbol.dispose]()
      connection = await connect(link, command)
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

/** The host stays as long as other processes use it. */
async function closeHost(link: HostLink): Promise<void> {
  await keepHosting(link)
  await link[Symbol.asyncDispose]()
}

interface Connection extends Disposable {
  readonly client: Client<HostContract>
}

const RETRY_MS = 50

/** Connects so that the host stays: one that is closing is left for the next. */
async function connect(link: HostLink, command: string): Promise<Connection> {
  for (;;) {
    const channel = await link.connect()
    const client = connectClient(channel, contract)
    const connection = { client, [Symbol.dispose]: () => channel[Symbol.dispose]() }
    if (link.isOwner || (await isLeased(client, command))) return connection
    channel[Symbol.dispose]()
    await delay(RETRY_MS)
  }
}

/** Holds a lease until the channel closes. False: the host is closing. */
async function isLeased(client: Client<HostContract>, command: string): Promise<boolean> {
  const lease = client['host.lease']({ command, pid: process.pid })[Symbol.asyncIterator]()
  try {
    await lease.next()
    return true
  } catch (error) {
    if (isHostGone(error)) return false
    throw error
  }
}
