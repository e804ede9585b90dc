/** What of a text is another in the next one: whole lines, as offsets in the text before, and what stands there now. */
export interface ReplacedLines {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The lines between the first and the last that two texts do not share. */
export function findReplacedLines(before: string, after: string): ReplacedLines {
  const from = lineStart(before, sharedAtStart(before, after))
  const atEnd = sharedAtEnd(before.slice(from), after.slice(from))
  return { from, to: before.length - atEnd, text: after.slice(from, after.length - atEnd) }
}

function sharedAtStart(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return index
}

/** How many characters of whole lines both end with. */
function sharedAtEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count += 1
  const isWhole = [one, other].every((text) => isLineStart(text, text.length - count))
  if (isWhole) return count
  const nextLine = one.indexOf('\n', one.length - count)
  return nextLine < 0 ? 0 : one.length - nextLine - 1
}

function isLineStart(text: string, index: number): boolean {
  return index === 0 || text[index - 1] === '\n'
}

function lineStart(text: string, index: number): number {
  return index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
}
