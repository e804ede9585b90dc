import {
  type LeftOut,
  type Recommendation,
  type ReviewComment,
  type ReviewSubject,
  Severity,
} from '../events/code-review.ts'
import { assertNever } from '../lib/assert.ts'
import { showInvisible } from '../lib/invisible-characters.ts'
import type { ReviewResult } from './review-result.ts'

/** What is reviewed, to follow `Review of`. */
export function tellSubject(subject: ReviewSubject): string {
  switch (subject.type) {
    case 'base':
      return `what differs from ${showInvisible(subject.ref, 'name')}`
    case 'staged':
      return 'what is staged'
    case 'uncommitted':
      return 'uncommitted work'
    case 'session':
      return 'a session’s changes'
    case 'diff':
      return showInvisible(subject.name, 'name')
    default:
      return assertNever(subject)
  }
}

/** What a review comes to, in a word or two. */
export function tellVerdict({
  recommendation,
  isOfNothing,
}: Pick<ReviewResult, 'recommendation' | 'isOfNothing'>): string {
  return isOfNothing ? 'Nothing was reviewed' : recommendationWords[recommendation]
}

const recommendationWords: Readonly<Record<Recommendation, string>> = {
  approve: 'Approve',
  request_changes: 'Request changes',
  comment: 'Comment',
}

export const leftOutWords: Readonly<Record<LeftOut['why'], string>> = {
  generated: 'generated',
  vendored: 'not written here',
  binary: 'no text',
  'no-lines': 'no line of it changed',
  'too-large': 'too large',
  'over-budget': 'beyond what the review may cost',
}

/** `src/a.ts:12`, `src/a.ts:12-14`. */
export function tellPlace({
  file,
  line,
  endLine = line,
}: Pick<ReviewComment, 'file' | 'line' | 'endLine'>): string {
  const start = `${showInvisible(file, 'name')}:${line}`
  return endLine > line ? `${start}-${endLine}` : start
}

/** How many of each severity, the gravest first; those that there are none of are left out. */
export function countSeverities(
  comments: readonly Pick<ReviewComment, 'severity'>[],
): readonly { readonly severity: Severity; readonly count: number }[] {
  return Severity.options
    .map((severity) => ({
      severity,
      count: comments.filter((comment) => comment.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
}

/** What has to be known of how it came about, a sentence each; nothing of a model’s words. */
export function tellCircumstances({
  submittedBy,
  reason,
  moved,
  dropped,
  unheard,
  sessionId,
}: ReviewResult): readonly string[] {
  const isOwn = submittedBy === 'host' && sessionId !== undefined
  const why = reason === undefined ? '' : ` ${reason}`
  return [
    ...(isOwn ? [`Orrery submitted this itself, of what the reviewers had found.${why}`] : []),
    ...tellUnheard(unheard),
    ...tellMisplaced({ moved, dropped }),
  ]
}

/** Who of those that could be asked told nothing, a sentence each. */
export function tellUnheard(unheard: ReviewResult['unheard']): readonly string[] {
  const silent = unheard.filter(({ wasAsked }) => wasAsked)
  const spared = unheard.filter(({ wasAsked, why }) => !wasAsked && why === undefined)
  return [
    ...(silent.length > 0 ? [`Asked, and not heard from: ${listNames(silent)}.`] : []),
    ...(spared.length > 0 ? [`Not asked: ${listNames(spared)}.`] : []),
    ...unheard.flatMap(({ name, why }) =>
      why === undefined ? [] : [`${showInvisible(name, 'name')} could not be asked. ${why}`],
    ),
  ]
}

function listNames(named: readonly { readonly name: string }[]): string {
  return new Intl.ListFormat('en').format(named.map(({ name }) => showInvisible(name, 'name')))
}

/** What became of comments whose line was not in the change, a sentence each. */
export function tellMisplaced({
  moved,
  dropped,
}: Pick<ReviewResult, 'moved' | 'dropped'>): readonly string[] {
  return [
    ...(moved > 0 ? [`${countComments(moved)} put on the nearest line of the change.`] : []),
    ...(dropped > 0
      ? [`${countComments(dropped)} left out: no line near there is in the change.`]
      : []),
  ]
}

function countComments(count: number): string {
  return count === 1 ? '1 comment was' : `${count} comments were`
}
