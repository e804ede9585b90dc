import { openSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline/promises'
import { ReadStream } from 'node:tty'
import type { z } from 'zod'
import type { RuleSuggestion } from '#shared/contract/procedures/permissions.ts'
import type { AllowRule } from '#shared/events/approval.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { Decision } from '#shared/settings/settings.ts'
import { toPrintable } from '../command-line/format-output.ts'
import type { Reporter } from '../run-output/reporter.ts'
import { type Question, toAsked } from './terminal-question.ts'

interface Parts {
  readonly reporter: Reporter
  readonly suggest: SuggestRules
  /** Whether standard input was the prompt, so that the terminal itself has to be opened. */
  readonly isPiped: boolean
}

/** Asks the person at the terminal, one question at a time. */
export function askAtTerminal({ reporter, suggest, isPiped }: Parts): Approver {
  let previous: Promise<unknown> = Promise.resolve()
  return (request, signal, problem) => {
    const asked = previous.then(() => ask(request, { reporter, suggest, isPiped, signal, problem }))
    previous = asked.catch(() => undefined)
    return asked
  }
}

interface Asking extends Parts {
  readonly signal: AbortSignal
  readonly problem: string | undefined
}

async function ask(
  request: Requested,
  { reporter, suggest, isPiped, signal, problem }: Asking,
): Promise<Answer | undefined> {
  if (signal.aborted) return undefined
  using owned = new DisposableStack()
  const input = isPiped ? openTerminal() : process.stdin
  if (!input) return NO_TERMINAL
  if (input.readableEnded) return INPUT_ENDED
  if (isPiped) owned.defer(() => input.destroy())
  owned.use(reporter.pause())
  // Not as a terminal of its own: Ctrl-C must reach the process.
  const lines = createInterface({ input, output: process.stderr, terminal: false })
  const closed = new AbortController()
  // At the end of the input a question would wait forever.
  lines.once('close', () => closed.abort())
  const ended = AbortSignal.any([signal, closed.signal])
  try {
    return await converse(request, { lines, suggest, signal: ended, problem })
  } catch (error) {
    if (signal.aborted) return undefined
    if (closed.signal.aborted) return INPUT_ENDED
    throw error
  } finally {
    lines.close()
  }
}

/** The terminal that started this process, whatever its standard input is. */
function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync('/dev/tty', 'r'))
  } catch {
    // There is none, or Windows, which has no such file.
    return undefined
  }
}

const NO_TERMINAL: Answer = {
  decision: 'reject',
  by: 'host',
  message:
    'The prompt came from standard input and no terminal can be opened to ask. Go on without it.',
}

/** Ctrl-D, or a terminal that went away. */
const INPUT_ENDED: Answer = {
  decision: 'reject',
  by: 'host',
  message: 'The terminal takes no more input. Go on without it.',
}

interface Conversation {
  readonly lines: Interface
  readonly suggest: SuggestRules
  readonly signal: AbortSignal
  readonly problem: string | undefined
}

/** Asks until an answer decides something. */
async function converse(
  request: Requested,
  { lines, suggest, signal, problem }: Conversation,
): Promise<Answer> {
  const asked = toAsked(request.data)
  let question: Question = asked
  let before = problem ?? asked.what.trimEnd()
  for (;;) {
    const text = `${before && `\n${toPrintable(before, asked.kind)}\n`}${question.keys} `
    const step = question.read((await lines.question(text, { signal })).trim())
    if (step.type === 'answer') return step.answer
    if (step.type === 'always') {
      const rule = await askForRule(request, step.scope, { lines, suggest, signal })
      if (rule) return toAlways(rule, step.scope)
    }
    question = step.type === 'more' ? step.question : asked
    before = step.type === 'again' ? step.why : ''
  }
}

async function askForRule(
  request: Requested,
  scope: AllowRule['scope'],
  { lines, suggest, signal }: Omit<Conversation, 'problem'>,
): Promise<RuleSuggestion | undefined> {
  const rules = await suggest(request)
  const chosen = await lines.question(toMenu(rules, scope), { signal })
  return rules[Number(chosen.trim() || '1') - 1]
}

function toMenu(rules: readonly RuleSuggestion[], scope: AllowRule['scope']): string {
  const lines = rules.map(({ tool, pattern, effect, isEarlier }, index) => {
    const warning = isEarlier ? 'an earlier permission, which also allows other calls; ' : ''
    const past = `would have allowed ${effect.requests} so far, ${effect.rejected} of them refused`
    return `  ${index + 1} ${toPrintable(pattern ?? `every ${tool}`)} (${warning}${past})\n`
  })
  return `Always allow in this ${scope}:\n${lines.join('')}Which [1], or 0 for none? `
}

function toAlways({ pattern }: RuleSuggestion, scope: AllowRule['scope']): Answer {
  const always = { scope, ...(pattern !== undefined && { pattern }) }
  return { decision: 'approve', by: 'person', always }
}

export type Requested = Pick<EventFor<'approval.requested'>, 'data'>

/** The decision on a request, and who made it. */
export interface Answer {
  readonly decision: Decision
  readonly by: 'person' | 'host'
  /** The arguments that replace the requested ones; for an edit. */
  readonly args?: Readonly<Record<string, z.core.util.JSONType>>
  readonly message?: string
  readonly always?: Pick<AllowRule, 'scope' | 'pattern'>
}

/** The rules that can be made of a request. */
export type SuggestRules = (request: Requested) => Promise<readonly RuleSuggestion[]>

/**
 * Decides what a run asks. `undefined`: somebody else did meanwhile. `problem` is why what was
 * decided before could not be taken.
 */
export type Approver = (
  request: Requested,
  signal: AbortSignal,
  problem?: string,
) => Promise<Answer | undefined>

/**
 * Approves every call whose effects are known beforehand and that may be approved. Rejects questions
 * and budget requests: those need a person's own words or money.
 */
export function approveAll(): Approver {
  return async ({ data }) => {
    const message = reasonToReject(data)
    if (message === undefined) return { decision: 'approve', by: 'host' }
    return { decision: 'reject', by: 'host', message }
  }
}

function reasonToReject({ type, isJudged, allowedDecisions }: Requested['data']) {
  if (type === 'question') return "--approve all doesn't answer questions."
  if (type === 'budget') return "--approve all doesn't raise budgets."
  if (!isJudged) return '--approve all does not cover what cannot be judged.'
  if (allowedDecisions.includes('approve')) return undefined
  return "interruptOn in .orrery/settings.json doesn't allow approving this call."
}

/** Rejects every request, because no one is there to answer. An earlier permission is named in the reason. */
export function rejectAll(reason: string): Approver {
  return async ({ data: { earlierRules, rule } }) => ({
    decision: 'reject',
    by: 'host',
    message: earlierRules ? `${rule} ${reason}` : reason,
  })
}
