import { changesOf, type FileReview } from '../../client/file-review.ts'
import type { Chosen } from './decisions.ts'
import type { Stop } from './rows.ts'

/**
 * Why a change can be accepted, and not reverted: a person's own lines are in it, or may be. `own-file`: it is a
 * whole file, and they have changed it.
 */
export type Contest = 'own' | 'own-file' | 'unknown'

/** As it stands beside a change. */
export const contestWords: Readonly<Record<Contest, string>> = {
  own: 'your lines are in it',
  'own-file': 'you changed it, too',
  unknown: 'author unknown',
}

/** What follows from it, in sentences. */
export const contestReasons: Readonly<Record<Contest, string>> = {
  own: 'You have written in the same lines since. It can be accepted, and is not reverted: that would take your own away. What is to go is taken out in the editor.',
  'own-file':
    'You have changed it since, and it cannot be told which of it is yours. It can be accepted, and is not reverted: that would take your own away.',
  unknown:
    'Nobody knows who wrote some of it: another program, or you outside of this window. It can be accepted, and is not reverted, since it may be your own. What is to go is taken out in the editor.',
}

/** `undefined`: it can be reverted, as far as that goes. */
export function findContest({ chosen }: Pick<Stop, 'chosen'>): Contest | undefined {
  return contestsIn(chosen)[0]
}

/** How many of some changes there are of each kind, in words; `undefined`: none. */
export function tellContests(chosen: Chosen): string | undefined {
  const found = contestsIn(chosen)
  const count = Math.max(chosen.hunks.length, 1)
  const own = found.filter((contest) => contest === 'own').length
  const unknown = found.filter((contest) => contest === 'unknown').length
  const [first] = found
  if (first && found.filter((contest) => contest === first).length === count)
    return contestWords[first]
  const parts = [own > 0 && `your lines in ${own}`, unknown > 0 && `author of ${unknown} unknown`]
  return parts.filter(Boolean).join(' · ') || undefined
}

function contestsIn({ review, hunks }: Chosen): readonly Contest[] {
  if (review.type === 'whole') return review.isContested ? [contestOfWhole(review)] : []
  const contested = hunks.filter(({ isContested }) => isContested)
  return contested.map(({ authors }): Contest => {
    return changesOf(review, authors).some(({ type }) => type === 'person') ? 'own' : 'unknown'
  })
}

function contestOfWhole({ file }: FileReview): Contest {
  return file.own.length > 0 ? 'own-file' : 'unknown'
}
