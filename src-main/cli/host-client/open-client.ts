import { setTimeout as delay } from 'node:timers/promises'
import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { LeaseHolder } from '#shared/contract/procedures/host.ts'
import type { HostUse } from '../../core/lifetime/host-use.ts'
import { type HostLink, openHost } from '../../open-host.ts'
import { isHostGone } from '../command-line/exit-codes.ts'
import { onInterrupt } from '../command-line/interrupt.ts'
import { findDeferredClosing } from './deferred-closing.ts'
import { tellUnsaved } from './unsaved.ts'

/**
 * A command's client of the host, in this process or another. Disposing it says what could not be saved,
 * and disconnects; the host stays as long as others use it.
 */
export interface OpenedClient extends AsyncDisposable {
  /** Belongs to the current connection. */
  readonly client: Client<HostContract>
  /** Whether the host is in this process. */
  readonly isHost: boolean
  /** Connects to the next host, or becomes it, after the host has gone. */
  reconnect(): Promise<void>
}

/** Reaches the host of a data folder, or becomes it. `command` is what others are told who owns it. */
export async function openClient(dataDir: string, command: string): Promise<OpenedClient> {
  await using owned = new AsyncDisposableStack()
  const link = await openHost({ dataDir, face: command, client: { type: 'cli', command } })
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

/** A command that ends within this time isn't worth a sentence. */
const UNSAID_MS = 1000

/**
 * Keeps hosting, after a command has done its own work, while other processes use this one's host.
 * Ctrl-C hands their runs over at their next step; once more, or another signal, ends it now.
 */
async function keepHosting({ use }: HostLink): Promise<void> {
  if (!use) return
  const [handingOver, ending] = [new AbortController(), new AbortController()]
  using _interrupting = onInterrupt({
    stop: async () => handingOver.abort(),
    kill: async () => {
      handingOver.abort()
      ending.abort()
    },
  })
  const saying = setTimeout(() => console.error(describeUse(use)), UNSAID_MS)
  await use.untilUnused(handingOver.signal)
  clearTimeout(saying)
  if (handingOver.signal.aborted) await handOver(use, ending.signal)
}

/** Hands the runs of other commands over, before a host that a person stops. */
export async function handOverToOthers({ use }: HostLink): Promise<void> {
  if (!use || use.holders.length === 0) return
  const ending = new AbortController()
  using _interrupting = onInterrupt({ kill: async () => ending.abort() })
  await handOver(use, ending.signal)
}

async function handOver(use: HostUse, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    console.error('Handing over at the next step of each run. Press Ctrl-C again to end now.')
  }
  await use.handOver(signal)
}

function describeUse({ holders }: HostUse): string {
  const what = holders.length > 0 ? listHolders(holders) : 'a run in another window'
  return `Still hosting ${what}. This command ends when it's done. Press Ctrl-C to hand over.`
}

function listHolders(holders: readonly LeaseHolder[]): string {
  const names = holders.map(({ command, pid }) => `orrery ${command} (process ${pid})`)
  return names.length > 3 ? `${names.length} other commands` : names.join(', ')
}
