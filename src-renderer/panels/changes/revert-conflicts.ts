import type { FileChange } from '#shared/changes/file-changes.ts'
import { isByPerson } from '#shared/projections/changes.ts'
import { changesOf, type PendingFile } from '../../session/changes/pending-file-changes.ts'
import { formatNumber } from '../../ui/text/format.ts'
import type { Stop } from './change-rows.ts'
import type { Chosen } from './decisions.ts'

/**
 * Why a change can be accepted, and not reverted: a person's own lines are in it, or may be. `own-file`: it is a
 * whole file, and they have changed it. `session`: another session has.
 */
export type Contest = 'own' | 'own-file' | 'session' | 'unknown'

/** Stands beside a change. */
export const contestWords: Readonly<Record<Contest, string>> = {
  own: 'your lines are in it',
  'own-file': 'you changed it, too',
  session: 'changed in another session',
  unknown: 'Unknown author',
}

/** Why it isn't reverted, in sentences. */
export const contestReasons: Readonly<Record<Contest, string>> = {
  own: "You've edited these lines since. Reverting would remove your work, so you can only accept.",
  'own-file':
    "You've edited this file since. Reverting would remove your work, so you can only accept.",
  session:
    "Some of this was changed in another session, so Orrery won't revert it here. Revert it there, or edit the file to remove it.",
  unknown:
    "Some of this was changed outside this session and may be yours, so Orrery won't revert it. Edit the file to remove it.",
}

/** `undefined`: it can be reverted, as far as that goes. */
export function findContest({ chosen }: Pick<Stop, 'chosen'>): Contest | undefined {
  return contestsIn(chosen)[0]
}

/** How many of some changes there are of each kind, in words; `undefined`: none. */
function tellContests(chosen: Chosen): string | undefined {
  const found = contestsIn(chosen)
  const count = Math.max(chosen.hunks.length, 1)
  const [first] = found
  if (first && found.filter((contest) => contest === first).length === count)
    return contestWords[first]
  const counted = (contest: Contest) => found.filter((one) => one === contest).length
  const [own, session, unknown] = [counted('own'), counted('session'), counted('unknown')]
  const parts = [
    own > 0 && `your lines in ${own}`,
    session > 0 && `${session} from another session`,
    unknown > 0 && `author of ${unknown} unknown`,
  ]
  return parts.filter(Boolean).join(' · ') || undefined
}

function contestsIn({ pending, hunks }: Chosen): readonly Contest[] {
  if (pending.type === 'whole') return pending.isContested ? [contestOfWhole(pending)] : []
  const contested = hunks.filter(({ isContested }) => isContested)
  return contested.map(({ authors }) => contestOf(changesOf(pending, authors)))
}

function contestOf(changes: readonly FileChange[]): Contest {
  if (changes.some(isByPerson)) return 'own'
  const others = changes.filter(({ type }) => type !== 'call')
  return others.length > 0 && others.every(({ type }) => type === 'session') ? 'session' : 'unknown'
}

function contestOfWhole({ file, changes }: PendingFile): Contest {
  if (file.own.length > 0) return 'own-file'
  return contestOf([...changes.values()].filter((change) => !isByPerson(change)))
}

interface StateWords {
  readonly words: string
  readonly isContested: boolean
}

/** What became of a file, and how much of it waits. */
export function tellState(chosen: Chosen): StateWords {
  const contests = tellContests(chosen)
  const words = [tellKind(chosen), contests].filter(Boolean).join(' · ')
  return { words, isContested: contests !== undefined }
}

const kinds = { 'no-text': 'not text', 'not-recorded': 'not recorded', 'not-told': 'as a whole' }

function tellKind({ pending, hunks }: Chosen): string {
  const { base, now } = pending.file
  if (!base) return 'new file'
  if (!now) return 'deleted'
  if (pending.type === 'whole') return kinds[pending.why]
  return formatNumber(hunks.length, 'change')
}
