import { fenced } from '#shared/code-review/escape-markdown.ts'
import { leftOutWords, tellPlace, tellVerdict } from '#shared/code-review/format-review.ts'
import { isOfNothing } from '#shared/code-review/review-result.ts'
import type { Finding, LeftOut, ReviewComment } from '#shared/events/code-review.ts'
import type { CodeReview, SubmittedReview } from '#shared/projections/code-reviews.ts'
import { formatNumber } from '../../ui/text/format.ts'

/** As a file is named to agents, and to the editor. */
export function toWorkspacePath(file: string): string {
  return `/workspace/${file}`
}

/** Which files were left out, by why, the reason with most of them first. */
export function groupLeftOut(
  leftOut: readonly LeftOut[],
): readonly { readonly why: string; readonly paths: readonly string[] }[] {
  const byWhy = Map.groupBy(leftOut, ({ why }) => why)
  return [...byWhy]
    .map(([why, files]) => ({ why: leftOutWords[why], paths: files.map(({ path }) => path) }))
    .toSorted((a, b) => b.paths.length - a.paths.length)
}

/** How much of the lines is repeated to an agent. */
const MOST_QUOTED = 12

/** Comments as an agent's next prompt: where, the lines, what is wrong, and what would stand there. */
export function writeFindings(comments: readonly ReviewComment[]): string {
  const head =
    comments.length === 1
      ? 'A review of the change says this. Look at it, and mend what is wrong.'
      : 'A review of the change says these things. Look at each, and mend what is wrong.'
  return [head, ...comments.map(writeFinding)].join('\n\n')
}

function writeFinding(comment: ReviewComment): string {
  const { quote, severity, category, message, suggestion } = comment
  const lines = quote.replace(/\n$/, '').split('\n')
  const quoted = lines.slice(0, MOST_QUOTED).map((line) => `> ${line}`)
  const rest = lines.length > MOST_QUOTED ? ['> …'] : []
  const instead =
    suggestion === undefined ? [] : ['', 'In its place:', fenced(suggestion.replace(/\n$/, ''))]
  return [
    `${mention(comment)} (${severity}, ${category})`,
    ...(quote === '' ? [] : [...quoted, ...rest]),
    message,
    ...instead,
  ].join('\n')
}

/** As a person names files in prompts; a mention ends at a space. */
function mention(comment: Finding): string {
  const place = tellPlace(comment)
  return /\s/u.test(comment.file) ? toWorkspacePath(place) : `@${place}`
}

/** What a review comes to, in a word or two. */
export function tellVerdictOf(review: CodeReview, submitted: SubmittedReview): string {
  return tellVerdict({ ...submitted, isOfNothing: isOfNothing(review) })
}

/** What a review is of, and what it came to or has come to so far. */
export function tellOutcome(review: CodeReview): string {
  const { files, submitted, told } = review
  const what = formatNumber(files.length, 'file')
  if (submitted) {
    const verdict = tellVerdictOf(review, submitted).toLowerCase()
    return `${what}: ${verdict}, ${formatNumber(submitted.comments.length, 'finding')}`
  }
  const found = told.reduce((sum, { findings }) => sum + findings.length, 0)
  return found === 0 ? what : `${what}: ${formatNumber(found, 'finding')} so far`
}
