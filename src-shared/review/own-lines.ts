import type { Author } from '../authors/line-authors.ts'
import { type Hunk, listHunks } from './hunks.ts'
import { authorsOf, type Marks } from './marks.ts'
import { markLines, type ToldChange } from './reviewed-text.ts'

/** What a commit would make of a file. `null`: no such file. */
export interface CommittedText {
  readonly committed: string | null
  readonly accepted: string | null
  /** Every change of the file until it was accepted; `isOwn` says of each whether a person made it. */
  readonly changes: readonly ToldChange[]
}

/** How many lines a commit would change are as a person has written them, or have left them out. */
export function countOwnLines({ committed, accepted, changes }: CommittedText): number {
  const marks = markLines(changes, accepted)
  const own = new Set<Author>(changes.filter(({ isOwn }) => isOwn).map(({ seq }) => seq))
  const hunks = listHunks({ baseline: toUnix(committed), current: toUnix(accepted) })
  return hunks.reduce((lines, hunk) => lines + countIn(hunk, marks, own), 0)
}

function countIn(hunk: Hunk, marks: Marks, own: ReadonlySet<Author>): number {
  const { at, added, removed } = hunk
  if (added.length > 0) {
    return marks.lines.slice(at, at + added.length).filter((author) => own.has(author)).length
  }
  const took = authorsOf(hunk, marks)
  return took.length > 0 && took.every((author) => own.has(author)) ? removed.length : 0
}

/** Git may keep lines with other ends than they have on disk. */
function toUnix(text: string | null): string | null {
  return text?.replaceAll('\r\n', '\n') ?? null
}
