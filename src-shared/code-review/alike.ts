import type { ReviewComment } from '../events/code-review.ts'

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
