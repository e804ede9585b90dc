import { formatNumber } from '../../ui/format.ts'
import { tellContests } from './contest.ts'
import type { Chosen } from './decisions.ts'

export interface StateWords {
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

function tellKind({ review, hunks }: Chosen): string {
  const { base, now } = review.file
  if (!base) return 'new file'
  if (!now) return 'deleted'
  if (review.type === 'whole') return kinds[review.why]
  return formatNumber(hunks.length, 'change')
}
