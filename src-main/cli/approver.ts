import { createInterface } from 'node:readline/promises'
import type { Decision } from '#shared/events/approval.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { StoredJson } from '#shared/events/value.ts'
import { toLine, toPrintable } from './format.ts'
import type { Reporter } from './reporter.ts'

export type Requested = EventFor<'approval.requested'>

export interface Verdict {
  readonly decision: Decision
  readonly by: 'person' | 'host'
  readonly message?: string
}

/** Decides what a run asks. `undefined`: somebody else did meanwhile. */
export type Approver = (request: Requested, signal: AbortSignal) => Promise<Verdict | undefined>

/** Approves all but what can't be judged: nobody can say beforehand what such a call does. */
export function approveAll(): Approver {
  return async ({ data }) => {
    if (data.isJudged) return { decision: 'approve', by: 'host' }
    const message = '--approve all does not cover what cannot be judged.'
    return { decision: 'reject', by: 'host', message }
  }
}

export function rejectAll(reason: string): Approver {
  return async () => ({ decision: 'reject', by: 'host', message: reason })
}

/** Asks the person at the terminal, one question at a time. */
export function askAtTerminal(reporter: Reporter): Approver {
  let previous: Promise<unknown> = Promise.resolve()
  return (request, signal) => {
    const asked = previous.then(() => ask(request, reporter, signal))
    previous = asked.catch(() => undefined)
    return asked
  }
}

async function ask(
  { data }: Requested,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  if (signal.aborted) return undefined
  using _paused = reporter.pause()
  // Not as a terminal of its own: Ctrl-C must reach the process.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    const what = `\n${toPrintable(data.title)}\n${argsOf(data.args)}\n${toPrintable(data.risk)}\n`
    const answer = await lines.question(`${what}Approve? [y]es, or why not: `, { signal })
    return toVerdict(answer.trim())
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    lines.close()
  }
}

function argsOf(args: StoredJson): string {
  const text = 'json' in args ? JSON.stringify(args.json) : (args.head ?? '')
  return toLine(text, 2000)
}

function toVerdict(answer: string): Verdict {
  if (/^y(es)?$/i.test(answer)) return { decision: 'approve', by: 'person' }
  const message = /^(no?)?$/i.test(answer) ? 'The person said no.' : answer
  return { decision: 'reject', by: 'person', message }
}
