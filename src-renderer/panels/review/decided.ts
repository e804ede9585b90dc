import type { AnyEvent } from '#shared/events/index.ts'
import { formatNumber, formatPath } from '../../ui/format.ts'

/** Something that a person decided of a file's changes. */
export interface Decided {
  readonly seq: number
  /** As a sentence without its end. */
  readonly words: string
}

/** What was accepted, reverted and taken back again in a log, in order. */
export function listDecided(events: readonly AnyEvent[]): readonly Decided[] {
  return events.flatMap((event) => {
    const { seq } = event
    if (event.kind === 'change.accepted') return { seq, words: `Accepted ${tellWhat(event.data)}` }
    if (event.kind === 'change.reverted') return { seq, words: `Reverted ${tellWhat(event.data)}` }
    if (event.kind !== 'change.reopened') return []
    return { seq, words: `Took back what was ${event.data.of} of ${formatPath(event.data.path)}` }
  })
}

function tellWhat({ hunks, path }: { readonly hunks: number; readonly path: string }): string {
  return `${formatNumber(hunks, 'change')} in ${formatPath(path)}`
}
