import type { RunItem } from '#shared/compare/run-record.ts'
import { headOf, type Outcome, type StoredJson } from '#shared/events/value.ts'

/** What a step did, in one line: the titles of its calls, or how what it said begins. */
export function tellItem(item: RunItem): string {
  if (item.type === 'prompt') return headOf(item.text)
  const titles = item.calls.map(({ title }) => title)
  if (titles.length > 0) return titles.join(' · ')
  return item.error ?? (withoutMarks(item.text.trim().split('\n', 1)[0]) || 'Said nothing')
}

/** A line of Markdown as it is read. */
function withoutMarks(line = ''): string {
  return line.replace(/^(?:#{1,6}|[-*>]) /, '').replaceAll(/\*\*|__|`/g, '')
}

/** The outcome where it is not the usual one. */
export function tellOutcome(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined) return 'under way'
  return outcome === 'ok' ? undefined : outcomes[outcome]
}

const outcomes: Readonly<Record<Exclude<Outcome, 'ok'>, string>> = {
  error: 'failed',
  denied: 'refused',
  cancelled: 'cancelled',
  stopped: 'stopped',
  interrupted: 'interrupted',
}

/** The worst that came of a step: of its model call, or of one of its calls. */
export function outcomeOf(item: RunItem): string | undefined {
  if (item.type === 'prompt') return undefined
  const failed = item.calls.find(({ outcome }) => outcome !== 'ok')
  const exit = item.calls.find(({ display }) => display?.type === 'terminal' && display.exitCode)
  return (
    tellOutcome(item.outcome) ?? (exit && exitOf(exit)) ?? (failed && tellOutcome(failed.outcome))
  )
}

/** `exit 1`, where a command ended so. */
export function exitOf({ display }: RunCallLike): string | undefined {
  return display?.type === 'terminal' && display.exitCode !== null
    ? `exit ${display.exitCode}`
    : undefined
}

type RunCallLike = Pick<Extract<RunItem, { type: 'step' }>['calls'][number], 'display'>

/** Arguments for a person; of long ones how they begin. */
export function writeArgs(args: StoredJson): string {
  return 'json' in args ? JSON.stringify(args.json, null, 2) : `${args.head ?? ''}…`
}
