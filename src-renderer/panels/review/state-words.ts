import { formatNumber } from '../../ui/format.ts'
import { type Chosen, countChosen } from './decisions.ts'

export interface StateWords {
  readonly words: string
  readonly isContested: boolean
}

/** What became of a file, and how much of it waits. */
export function tellState(chosen: Chosen): StateWords {
  const { review, hunks } = chosen
  const contested =
    review.type === 'whole'
      ? Number(review.isContested)
      : hunks.filter(({ isContested }) => isContested).length
  const parts = [
    tellKind(chosen),
    ...(contested === 0
      ? []
      : [contested === countChosen([chosen]) ? 'contested' : `${contested} contested`]),
  ]
  return { words: parts.join(' · '), isContested: contested > 0 }
}

const kinds = { 'no-text': 'not text', 'not-recorded': 'not recorded', 'not-told': 'as a whole' }

function tellKind({ review, hunks }: Chosen): string {
  const { base, now } = review.file
  if (!base) return 'new file'
  if (!now) return 'deleted'
  if (review.type === 'whole') return kinds[review.why]
  return formatNumber(hunks.length, 'change')
}
