import type { CallItem } from '#shared/projections/transcript-items.ts'
import { splitVerb } from '../../cards/call-title.ts'
import { formatNumber, formatPath } from '../../ui/format.ts'

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
