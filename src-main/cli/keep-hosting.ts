import type { LeaseHolder } from '#shared/contract/host.ts'
import type { HostUse } from '../core/host-use.ts'
import type { HostLink } from '../open-host.ts'
import { onInterrupt } from './interrupt.ts'

/** A command that ends within this time isn't worth a sentence. */
const UNSAID_MS = 1000

/**
 * Keeps hosting, after a command has done its own work, while other processes use this one's host.
 * Ctrl-C hands their runs over at their next step; once more, or another signal, ends it now.
 */
export async function keepHosting({ use }: HostLink): Promise<void> {
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
