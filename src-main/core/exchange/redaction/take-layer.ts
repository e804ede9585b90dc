/** A text as something that reads it may see it, and where each of its characters comes from. */
export interface Reading {
  readonly text: string
  /** By character: where it begins in what was read; one more, for the end. */
  readonly from: Uint32Array
  /** Where it differs from what was read, as offsets in order. */
  readonly changes: readonly number[]
}

/** A colour stands between words, most often; each of its characters becomes a blank. */
export function blankColours(text: string): string {
  return text.includes(ESC) ? text.replace(COLOUR, (found) => ' '.repeat(found.length)) : text
}

const ESC = '\u001b'
const COLOUR = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, 'g')
/** An escape of JSON, or what tells a terminal to change its colours. */
const ESCAPE = new RegExp(`\\\\(?:u([0-9a-fA-F]{4})|(.))|${ESC}\\[[0-9;?]*[A-Za-z]`, 'gs')
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Takes one layer of JSON’s escapes away, and colours; `undefined` where there are none. */
export function takeLayer(text: string): Reading | undefined {
  if (!text.includes('\\') && !text.includes(ESC)) return undefined
  const pieces: string[] = []
  const changes: number[] = []
  const from = new Uint32Array(text.length + 1)
  let length = 0
  const add = (piece: string, start: number, isWhole: boolean) => {
    for (let index = 0; index < piece.length; index += 1) {
      from[length] = isWhole ? start : start + index
      length += 1
    }
    pieces.push(piece)
  }
  let last = 0
  for (const found of text.matchAll(ESCAPE)) {
    add(text.slice(last, found.index), last, false)
    changes.push(length)
    add(meaningOf(found), found.index, true)
    last = found.index + found[0].length
  }
  add(text.slice(last), last, false)
  from[length] = text.length
  return { text: pieces.join(''), from: from.subarray(0, length + 1), changes }
}

function meaningOf([, unicode, letter]: RegExpMatchArray): string {
  if (unicode) return String.fromCharCode(Number.parseInt(unicode, 16))
  return letter === undefined ? '' : (named[letter] ?? letter)
}
