import type { Display } from '#shared/events/tool.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import { splitVerb } from '../../../cards/calls/call-title.ts'
import { formatNumber, formatPath } from '../../../ui/text/format.ts'

interface Result {
  readonly text: string
  readonly tone: 'plain' | 'error' | 'warn'
}

/** What came of a call, in two or three words. `isRunAgain`: after it was cut off. */
export function resultOf(call: CallItem, isRunAgain = false): Result | undefined {
  const resolution = call.resolved?.resolution
  if (resolution) return plain(isRunAgain ? 'cut off, run again' : resolutions[resolution])
  const ended = endingOf(call)
  if (ended) return ended
  if (call.approval?.type === 'question') return undefined
  // It ended well and never ran.
  if (call.approval?.decision === 'respond') return plain('not run, answered by you')
  if (call.startedAt === undefined && call.approval?.decision) return decisionOf(call.approval)
  if (call.endedAt === undefined) return call.progress ? plain(call.progress) : undefined
  return displayOf(call)
}

/** Of what was asked and has not run: its run ended while it waited, or there is nothing to run. */
function decisionOf({ decision }: NonNullable<CallItem['approval']>): Result {
  if (decision === 'reject') return plain('not run')
  return plain(decision === 'edit' ? 'approved as edited' : 'approved')
}

/** What was made of a call that was cut off. */
const resolutions = {
  again: 'cut off, will be run again',
  done: 'cut off, done as you said',
  skip: 'cut off, skipped',
  told: 'cut off, its end unknown',
} as const

const endings = {
  error: { text: 'failed', tone: 'error' },
  cancelled: { text: 'cancelled', tone: 'plain' },
  stopped: { text: 'stopped', tone: 'warn' },
  interrupted: { text: 'interrupted', tone: 'warn' },
} as const

function endingOf(call: CallItem): Result | undefined {
  const { outcome, display, startedAt, endedAt } = call
  if (!outcome || outcome === 'ok') return undefined
  if (outcome === 'denied') return { text: denialOf(call), tone: 'warn' }
  // A call that its run's end kept from running has no length.
  if (outcome === 'stopped' && startedAt === endedAt) return plain('not run')
  if (display?.type === 'terminal' && outcome === 'error') return exitOf(display.exitCode)
  if (display?.type === 'tests' && display.failed > 0) return testsOf(display)
  return endings[outcome]
}

/** By whom, or by which rule: its sentence begins with whose it is. */
function denialOf({ approval, error }: CallItem): string {
  if (approval?.decision === 'reject') {
    if (approval.by !== 'host') return 'denied by you'
    // What was withdrawn because of a rule tells that rule, of which the error is the first line.
    const isRuled = error !== undefined && approval.message?.startsWith(error)
    if (!isRuled) return `denied: ${approval.message ?? 'nobody could be asked'}`
  }
  return error ? `denied: ${error}` : 'denied'
}

function displayOf({ display }: CallItem): Result | undefined {
  switch (display?.type) {
    case 'matches':
      return plain(
        `${count(display.matches, 'match', 'matches')} in ${count(display.files, 'file')}`,
      )
    case 'list':
      return plain(display.items === 0 ? 'nothing found' : count(display.items, 'item'))
    case 'text':
      return plain(count(display.lines, 'line'))
    case 'terminal':
      if (display.isRunning) return plain('runs on')
      return display.exitCode === 0 ? plain('exit 0') : exitOf(display.exitCode)
    case 'image':
      return plain('image')
    case 'table':
      return plain(count(display.rows.length + display.more, 'row'))
    case 'tests':
      return testsOf(display)
    default:
      return undefined
  }
}

function testsOf({ passed, failed }: Extract<Display, { readonly type: 'tests' }>): Result {
  if (failed === 0) return plain(`${passed} passed`)
  return { text: `${failed} failed, ${passed} passed`, tone: 'error' }
}

function exitOf(exitCode: number | null): Result {
  return { text: exitCode === null ? 'killed' : `exit ${exitCode}`, tone: 'error' }
}

function plain(text: string): Result {
  return { text, tone: 'plain' }
}

/** Made once: to make one takes longer than to draw a row. */
const numbers = new Intl.NumberFormat('en')

function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${numbers.format(number)} ${number === 1 ? noun : plural}`
}

/** What the person said to a question. */
export function answerOf({ approval }: CallItem): string | undefined {
  if (!approval?.decision) return undefined
  if (approval.by === 'host') return 'nobody could be asked'
  return approval.message ?? (approval.decision === 'reject' ? 'not answered' : 'agreed')
}

type Words = (objects: readonly string[]) => string

/** What was done by a verb of the titles, in the order of how much it matters to a person. */
const phrases: Readonly<Record<string, Words>> = {
  Delete: (objects) => named('deleted', objects),
  Edit: (objects) => named('edited', objects),
  Write: (objects) => named('wrote', objects),
  Fetch: (objects) => `fetched ${formatNumber(distinct(objects).length, 'page')}`,
  Read: (objects) =>
    distinct(objects).length === 1
      ? named('read', objects)
      : `read ${formatNumber(distinct(objects).length, 'file')}`,
  Search: ({ length }) => `searched ${times(length)}`,
  Find: ({ length }) => `looked for files ${times(length)}`,
  Dissolve: (objects) => named('dissolved', objects),
  List: (objects) => `listed ${formatNumber(distinct(objects).length, 'folder')}`,
}

const order = Object.keys(phrases)
const OTHER = order.length

/** A series of calls as a person would tell it: what matters most, and what there was besides. */
export function tellSeries(calls: readonly CallItem[]): { first: string; rest: string } {
  const byKind = Map.groupBy(calls, ({ title }) => placeOf(splitVerb(title).verb))
  const clauses = [...byKind].toSorted(([a], [b]) => a - b).map(([kind, some]) => tell(kind, some))
  const [first = '', ...rest] = clauses
  return { first: first.charAt(0).toUpperCase() + first.slice(1), rest: rest.join(', ') }
}

function placeOf(verb: string): number {
  const place = order.indexOf(verb)
  return place < 0 ? OTHER : place
}

function tell(kind: number, calls: readonly CallItem[]): string {
  const words = phrases[order[kind] ?? '']
  if (!words) return `made ${formatNumber(calls.length, 'other call')}`
  return words(calls.map(({ title }) => formatPath(splitVerb(title).object)))
}

/** `edited src/a.ts and 2 more`; of the same one only, how often. */
function named(verb: string, objects: readonly string[]): string {
  const [first = '', ...more] = distinct(objects)
  if (more.length > 0) return `${verb} ${first} and ${more.length} more`
  return objects.length === 1 ? `${verb} ${first}` : `${verb} ${first} ${times(objects.length)}`
}

function distinct(objects: readonly string[]): readonly string[] {
  return [...new Set(objects)]
}

function times(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${count} times`
}

/** What the agent says of its plan. */
export function tellPlan({ done, total }: NonNullable<CallItem['plan']>): string {
  if (total === 0) return 'Plan: emptied'
  if (done === 0) return `Plan: ${formatNumber(total, 'step')}`
  return done === total ? `Plan: all ${total} done` : `Plan: ${done} of ${total} done`
}
