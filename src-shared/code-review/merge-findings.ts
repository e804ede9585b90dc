import { type Recommendation, type ReviewComment, Severity } from '../events/code-review.ts'

/**
 * Comments that say the same of the same place become one: the gravest of them, as it was told, of all
 * their reviewers. The gravest come first, of these what several told; in whatever order they were given.
 */
export function mergeComments(comments: readonly ReviewComment[]): readonly ReviewComment[] {
  const merged: { readonly leader: ReviewComment; readonly all: ReviewComment[] }[] = []
  for (const comment of comments.toSorted(byWeight)) {
    const found = merged.find(({ leader }) => areAlike(leader, comment))
    if (found) found.all.push(comment)
    else merged.push({ leader: comment, all: [comment] })
  }
  return merged.map(({ leader, all }) => join(leader, all)).sort(byWeight)
}

/** What the host recommends itself: it never approves, since nobody did. */
export function recommend(
  comments: readonly Pick<ReviewComment, 'severity'>[],
): Exclude<Recommendation, 'approve'> {
  const isGrave = comments.some(({ severity }) => severity === 'critical' || severity === 'high')
  return isGrave ? 'request_changes' : 'comment'
}

function rankOf({ severity }: ReviewComment): number {
  return Severity.options.indexOf(severity)
}

function byWeight(one: ReviewComment, other: ReviewComment): number {
  return (
    rankOf(one) - rankOf(other) ||
    other.reviewers.length - one.reviewers.length ||
    compareText(one.file, other.file) ||
    one.line - other.line ||
    // Whatever else it is that differs: the same comments come in the same order.
    compareText(contentOf(one), contentOf(other))
  )
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** One with a suggestion comes before the same without. */
function contentOf({ endLine, category, message, suggestion, ...rest }: ReviewComment): string {
  const { quote, movedFrom, reviewers } = rest
  const what = [endLine ?? 0, category, message, suggestion === undefined, suggestion ?? '']
  return JSON.stringify([...what, quote, movedFrom ?? 0, reviewers])
}

/** Lines further apart than this are two places. */
const NEAR = 3

function areAlike(one: ReviewComment, other: ReviewComment): boolean {
  if (one.file !== other.file) return false
  const apart = Math.max(other.line - lastOf(one), one.line - lastOf(other))
  if (apart > NEAR) return false
  // Who tells something of two places means two, in whatever words: both are to be mended.
  if (apart > 0 && one.reviewers.some((name) => other.reviewers.includes(name))) return false
  return likenessOf(one, other) >= ALIKE
}

function lastOf({ line, endLine }: ReviewComment): number {
  return endLine ?? line
}

/** A suggestion is taken over from another where it is for the same lines. */
function join(leader: ReviewComment, all: readonly ReviewComment[]): ReviewComment {
  const reviewers = [...new Set(all.flatMap((comment) => comment.reviewers))].sort(compareText)
  const suggestion = all.find(
    (comment) =>
      comment.suggestion !== undefined &&
      comment.line === leader.line &&
      lastOf(comment) === lastOf(leader),
  )?.suggestion
  return { ...leader, reviewers, ...(suggestion !== undefined && { suggestion }) }
}

/** What is compared of a comment. */
export type Said = Pick<ReviewComment, 'category' | 'message'>

/**
 * How much two comments say the same, from 0: by the words they share, of which their kinds are some where
 * these differ. From `ALIKE` on they are taken for one; what this can’t tell, people see twice.
 */
export function likenessOf(one: Said, other: Said): number {
  const isSameKind = isOfOneKind(one, other)
  const [words, others] = [wordsIn(one, isSameKind), wordsIn(other, isSameKind)]
  const shared = [...words].filter((word) => others.has(word)).length
  const size = words.size + others.size
  const likeness = size === 0 ? Number(one.message === other.message) : (2 * shared) / size
  return likeness + (isSameKind ? SAME_KIND : 0)
}

export function isOfOneKind(one: Said, other: Said): boolean {
  return one.category.toLowerCase() === other.category.toLowerCase()
}

export const ALIKE = 0.45
const SAME_KIND = 0.1

/** Words that say nothing of what a comment is about. */
const EMPTY = new Set(
  (
    'a an and are as at be because been before but by can cannot could do does doesn for from has ' +
    'have if in into is isn it its may might not of on or should so than that the then there this to ' +
    'use used was when where which will with would you your here instead code line lines'
  ).split(' '),
)

/** Without their endings; a name of code counts as its words. */
function wordsIn({ category, message }: Said, isSameKind: boolean): ReadonlySet<string> {
  const said = isSameKind ? message : `${category} ${message}`
  const spaced = said.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
  const words = spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !EMPTY.has(word)).map(toStem))
}

function toStem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ations?|ated|ates?|ings?|ions?|ed|es|s|e)$/u, '') : word
}
