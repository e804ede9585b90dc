import type { Display } from '#shared/events/tool.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'

export interface Result {
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
