import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { findOwner } from '../../core/store/database/owner-lock.ts'
import { dialLocally } from '../../transports/local-server.ts'
import { isHostGone } from '../command-line/exit-codes.ts'
import { printError } from '../command-line/format-output.ts'

const OWNER_WITHIN_MS = 3000

const SAVED = 'Everything is on the disk again.'

/** What the owner of a data folder, if there is one that answers, says of what it could not save. */
export async function findUnsaved(dataDir: string): Promise<string | undefined> {
  const owner = findOwner(dataDir)
  if (!owner) return undefined
  try {
    using channel = await dialLocally(owner.socket, OWNER_WITHIN_MS)
    return (await connectClient(channel, contract)['host.describe']({})).unsaved
  } catch (error) {
    // Only its note is left, or it hangs: what is on the disk is all that can be had.
    if (isUnreachable(error)) return undefined
    throw error
  }
}

function isUnreachable(error: unknown): boolean {
  return AppError.is(error) && error.code === 'unavailable'
}

/** Says what a host has in memory alone, on stderr: what it answered so far is not kept yet. */
export async function tellUnsaved(client: Client<HostContract>): Promise<void> {
  try {
    const { unsaved } = await client['host.describe']({})
    if (unsaved !== undefined) printError(unsaved)
  } catch (error) {
    if (!isHostGone(error)) throw error
  }
}

/** Says when a host begins to keep what happens in memory alone, and when all of it is on the disk. */
export function followSaving(
  client: Client<HostContract>,
  say: (sentence: string) => void,
): AsyncDisposable {
  const abort = new AbortController()
  const ended = follow(client, say, abort.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      abort.abort()
      await ended
    },
  }
}

async function follow(
  client: Client<HostContract>,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let told: string | undefined
  const look = async () => {
    const { unsaved } = await client['host.describe']({})
    if (unsaved !== told) say(unsaved ?? SAVED)
    told = unsaved
  }
  try {
    const changes = client['host.changes']({}, signal)[Symbol.asyncIterator]()
    // Asked for before the first look: nothing can change between the two.
    let next = changes.next()
    await look()
    for (let change = await next; !change.done; change = await next) {
      next = changes.next()
      if (change.value.topic === 'host') await look()
    }
  } catch (error) {
    if (!signal.aborted && !isHostGone(error)) throw error
  }
}
