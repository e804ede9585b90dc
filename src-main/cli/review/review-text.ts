import {
  countSeverities,
  leftOutWords,
  tellCircumstances,
  tellPlace,
  tellSubject,
  tellVerdict,
} from '#shared/code-review/format-review.ts'
import {
  listReviewAgents,
  type ReviewAgent,
  type ReviewResult,
  toReviewResult,
} from '#shared/code-review/review-result.ts'
import type { ReviewComment } from '#shared/events/code-review.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import {
  formatCost,
  formatCount,
  formatTokens,
  toLine,
  toLines,
  toPrintable,
} from '../command-line/format-output.ts'

const LEAST_WIDTH = 40
const MAX_NAMED = 20

/** A review for a person at a terminal, `width` columns wide. */
export function toText(result: ReviewResult, width: number): string {
  const { summary, comments, tokensUsed } = result
  const columns = Math.max(LEAST_WIDTH, width)
  const notes = [...tellCircumstances(result), ...tellUnread(result)].flatMap((note) =>
    toLines(note, columns),
  )
  const blocks = [
    [`${tellVerdict(result)}.`, ...wrap(summary, columns)],
    ...comments.map((comment) => tellComment(comment, columns)),
    comments.length > 0 ? [tellCounts(comments)] : [],
    notes,
    tokensUsed > 0 ? tellCosts(result) : [],
  ]
  const told = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${told.join('\n\n')}\n`
}

const INDENT = ' '.repeat(10)

function tellComment(comment: ReviewComment, width: number): readonly string[] {
  const { severity, category, reviewers, message, suggestion } = comment
  const by = reviewers.length > 0 ? ` (${reviewers.join(', ')})` : ''
  const about = `${tellPlace(comment)} · ${category}${by}`
  const room = width - INDENT.length
  const lines = [...wrap(message, room), ...tellSuggestion(suggestion)]
  return [
    `${severity.padEnd(INDENT.length)}${toLine(about, room)}`,
    ...lines.map((line) => INDENT + line),
  ]
}

/** Whole lines, never broken: they may be copied. */
function tellSuggestion(suggestion: string | undefined): readonly string[] {
  if (suggestion === undefined) return []
  if (suggestion === '') return ['Suggests to take the lines out.']
  const lines = toPrintable(suggestion).replace(/\n$/, '').split('\n')
  return ['Suggests:', ...lines.map((line) => `| ${line}`)]
}

/** Its own lines stay lines. */
function wrap(text: string, width: number): readonly string[] {
  return toPrintable(text, 'prose')
    .split('\n')
    .flatMap((line) => toLines(line, width, 'prose'))
}

function tellCounts(comments: readonly ReviewComment[]): string {
  const counts = countSeverities(comments).map(({ severity, count }) => `${count} ${severity}`)
  return `${formatCount(comments.length, 'comment')}: ${counts.join(', ')}`
}

function tellUnread({ unread, leftOut }: ReviewResult): readonly string[] {
  return [
    ...tellNames('Read by no reviewer', unread),
    ...tellNames(
      'Left out',
      leftOut.map(({ path, why }) => `${path} (${leftOutWords[why]})`),
    ),
  ]
}

function tellNames(what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const more = names.length > MAX_NAMED ? [`and ${names.length - MAX_NAMED} more`] : []
  return [`${what}: ${[...names.slice(0, MAX_NAMED), ...more].join(', ')}`]
}

function tellCosts({ tokensUsed, costUsd, agents }: ReviewResult): readonly string[] {
  const all = `${formatTokens(tokensUsed)} tokens, ${tellCost(costUsd)}`
  return [[all, ...agents.map(tellAgent)].join(' · ')]
}

function tellAgent({ name, inputTokens, outputTokens, costUsd }: ReviewAgent): string {
  const tokens = formatTokens(inputTokens + outputTokens)
  return `${toLine(name, 40)} ${tokens}, ${tellCost(costUsd)}`
}

function tellCost(costUsd: number | null): string {
  return costUsd === null ? 'price unknown' : formatCost(costUsd, 0)
}

/** The reviews of a session at some moment, as `orrery review` wrote them; nothing where there is none. */
export function tellReviews(states: SessionStates, sessionId: SessionId, width: number): string {
  const reviews = Object.values(states.codeReviews.reviews)
  return reviews.map((review) => `\n${tellOne(review, { states, sessionId, width })}`).join('')
}

interface Around {
  readonly states: SessionStates
  readonly sessionId: SessionId
  readonly width: number
}

function tellOne(review: CodeReview, { states, sessionId, width }: Around): string {
  const head = toLine(`Review of ${tellSubject(review.subject)}`, width)
  const agents = listReviewAgents(states, review)
  const result = toReviewResult(review, { agents, sessionId })
  if (result) return `${head}\n\n${toText(result, width)}`
  const told = review.told.reduce((sum, { findings }) => sum + findings.length, 0)
  return `${head}\n\nIt was not submitted by then. Reviewers had told ${formatCount(told, 'finding')}.\n`
}
