import { tellPlace } from '#shared/code-review/format-review.ts'
import type { Finding } from '#shared/events/code-review.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { ToldFindings } from './open-review.ts'

/** What a reviewer told, for whoever conducts the review. */
export function tellFindings(reviewer: string, { summary, findings }: ToldFindings): string {
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  const told = findings.map((one) => {
    const suggested = one.suggestion === undefined ? '' : ` ${SUGGESTED}`
    return `${tellFinding(one)}${suggested}`
  })
  return [`${reviewer} told ${count}. ${summary}`, ...told].join('\n\n')
}

const SUGGESTED = '(With a suggestion: it is kept where your comment names the same lines.)'

/** A review, for the agent that asked for it. */
export function tellReview({ submitted, leftOut }: CodeReview): string {
  if (!submitted) return 'The review was not submitted.'
  const { recommendation, summary, reason, comments, unread } = submitted
  const told = comments.map((one) => {
    const { suggestion } = one
    const suggested = suggestion === undefined ? '' : `\n  Suggested in its place:\n${suggestion}`
    return `${tellFinding(one)}${suggested}`
  })
  return [
    `The review recommends: ${recommendation}. ${summary}`,
    ...(reason === undefined ? [] : [`The host submitted it of what was found. ${reason}`]),
    ...told,
    ...(unread.length > 0 ? [`Not read as a whole: ${tellNames(unread)}.`] : []),
    ...(leftOut.length > 0 ? [`Left out: ${tellNames(leftOut.map(({ path }) => path))}.`] : []),
  ].join('\n\n')
}

function tellNames(paths: readonly string[]): string {
  return paths.map((one) => showInvisible(one, 'name')).join(', ')
}

function tellFinding(finding: Finding): string {
  const { severity, category, message } = finding
  return `- ${tellPlace(finding)}, ${severity}, ${category}: ${message}`
}
