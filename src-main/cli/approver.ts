import { createInterface } from 'node:readline/promises'
import type { RuleSuggestion } from '#shared/contract/policy.ts'
import type { Decision } from '#shared/events/approval.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { AllowRule } from '#shared/events/rule.ts'
import type { StoredJson } from '#shared/events/value.ts'
import { toLine, toPrintable } from './format.ts'
import type { Reporter } from './reporter.ts'

export type Requested = EventFor<'approval.requested'>

/** What becomes of a request, and who says so. */
export interface Answer {
  readonly decision: Decision
  readonly by: 'person' | 'host'
  readonly message?: string
  readonly always?: Pick<AllowRule, 'scope' | 'pattern'>
}

/** The rules that can be made of a request. */
export type SuggestRules = (request: Requested) => Promise<readonly RuleSuggestion[]>

/** Decides what a run asks. `undefined`: somebody else did meanwhile. */
export type Approver = (request: Requested, signal: AbortSignal) => Promise<Answer | undefined>

/** Approves all but what can't be judged: nobody can say beforehand what such a call does. */
export function approveAll(): Approver {
  return async ({ data }) => {
    if (data.isJudged) return { decision: 'approve', by: 'host' }
    const message = '--approve all does not cover what cannot be judged.'
    return { decision: 'reject', by: 'host', message }
  }
}

/** Rejects whatever asks, and says why: nobody can be asked. */
export function rejectAll(reason: string): Approver {
  return async () => ({ decision: 'reject', by: 'host', message: reason })
}

/** Asks the person at the terminal, one question at a time. */
export function askAtTerminal(reporter: Reporter, suggest: SuggestRules): Approver {
  let previous: Promise<unknown> = Promise.resolve()
  return (request, signal) => {
    const asked = previous.then(() => ask(request, { reporter, suggest, signal }))
    previous = asked.catch(() => undefined)
    return asked
  }
}

interface Asking {
  readonly reporter: Reporter
  readonly suggest: SuggestRules
  readonly signal: AbortSignal
}

async function ask(
  request: Requested,
  { reporter, suggest, signal }: Asking,
): Promise<Answer | undefined> {
  if (signal.aborted) return undefined
  const { data } = request
  using _paused = reporter.pause()
  // Not as a terminal of its own: Ctrl-C must reach the process.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    const what = `\n${toPrintable(data.title)}\n${argsOf(data.args)}\n${toPrintable(data.risk)}\n`
    const question = `${what}Approve? [y]es, [a]lways in this session, always in this [p]roject, or why not: `
    const answer = (await lines.question(question, { signal })).trim()
    const scope = SCOPES[answer.toLowerCase()]
    if (!scope) return toAnswer(answer)
    const rules = await suggest(request)
    const chosen = await lines.question(toMenu(rules, scope), { signal })
    return toAlways(rules[Number(chosen.trim() || '1') - 1], scope)
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    lines.close()
  }
}

const SCOPES: Readonly<Record<string, AllowRule['scope']>> = { a: 'session', p: 'project' }

function toMenu(rules: readonly RuleSuggestion[], scope: AllowRule['scope']): string {
  const lines = rules.map(({ tool, pattern, effect }, index) => {
    const past = `would have allowed ${effect.requests} so far, ${effect.rejected} of them refused`
    return `  ${index + 1} ${toPrintable(pattern ?? `every ${tool}`)} (${past})\n`
  })
  return `Always allow in this ${scope}:\n${lines.join('')}Which [1], or 0 for none? `
}

/** Without a rule it is not approved either: what was meant is not known. */
function toAlways(rule: RuleSuggestion | undefined, scope: AllowRule['scope']): Answer {
  if (!rule) return { decision: 'reject', by: 'person', message: 'The person said no.' }
  const { pattern } = rule
  const always = { scope, ...(pattern !== undefined && { pattern }) }
  return { decision: 'approve', by: 'person', always }
}

function argsOf(args: StoredJson): string {
  const text = 'json' in args ? JSON.stringify(args.json) : (args.head ?? '')
  return toLine(text, 2000)
}

function toAnswer(answer: string): Answer {
  if (/^y(es)?$/i.test(answer)) return { decision: 'approve', by: 'person' }
  const message = /^(no?)?$/i.test(answer) ? 'The person said no.' : answer
  return { decision: 'reject', by: 'person', message }
}
