import type { Found } from '#shared/contract/search.ts'
import type { Phrase } from './search-words.ts'
import { type Word, wordsOf } from './words.ts'

export interface Snippet {
  readonly parts: Found['snippet']
  /** Where the first place that matches ends in the text. */
  readonly end: number
}

interface Range {
  readonly start: number
  readonly end: number
}

const BEFORE = 50
const AFTER = 150

/** What stands around the first place where one of the phrases occurs, with all of them marked. */
export function cutSnippet(text: string, phrases: readonly Phrase[]): Snippet {
  const marks = findMarks(text, phrases)
  const first = marks[0]
  const from = beginning(text, (first?.start ?? 0) - BEFORE)
  const to = Math.min(text.length, (first?.end ?? 0) + AFTER)
  const within = marks.filter(({ start, end }) => start >= from && end <= to)
  return { parts: toParts(text, { start: from, end: to }, within), end: first?.end ?? 0 }
}

function findMarks(text: string, phrases: readonly Phrase[]): readonly Range[] {
  const words = [...wordsOf(text)]
  const marks: Range[] = []
  for (let index = 0; index < words.length; index += 1) {
    const last = phrases.reduce((end, phrase) => Math.max(end, matchAt(words, index, phrase)), -1)
    const [start, end] = [words[index]?.start, words[last]?.end]
    if (start === undefined || end === undefined) continue
    marks.push({ start, end })
    index = last
  }
  return marks
}

/** The index of the last word of the phrase where it stands here; else -1. */
function matchAt(
  words: readonly Word[],
  from: number,
  { words: sought, isPrefix }: Phrase,
): number {
  const isHere = sought.every((word, offset) => {
    const found = words[from + offset]?.folded
    const mayGoOn = isPrefix && offset === sought.length - 1
    return mayGoOn ? found?.startsWith(word) : found === word
  })
  return isHere ? from + sought.length - 1 : -1
}

/** Not in the middle of a word, where there is a better place close by. */
function beginning(text: string, from: number): number {
  if (from <= 0) return 0
  const space = text.slice(from, from + BEFORE / 2).search(/\s/)
  return space < 0 ? from : from + space + 1
}

function toParts(text: string, { start, end }: Range, marks: readonly Range[]): Found['snippet'] {
  const parts: Found['snippet'] = []
  const add = (from: number, to: number, isMarked: boolean) => {
    const piece = text.slice(from, to).replace(/\s+/g, ' ')
    if (piece !== '') parts.push({ text: piece, isMarked })
  }
  let cursor = start
  for (const mark of marks) {
    add(cursor, mark.start, false)
    add(mark.start, mark.end, true)
    cursor = mark.end
  }
  add(cursor, end, false)
  if (start > 0) parts.unshift({ text: '…', isMarked: false })
  if (end < text.length) parts.push({ text: '…', isMarked: false })
  return parts
}
