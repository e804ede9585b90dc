import { createTwoFilesPatch, OMIT_HEADERS } from 'diff'
import { type DiffPart, MAX_FILE_CHARS } from './diff-parts.ts'

/** A text, or why there is none: there is no such file, its bytes are no text, or they are too many. */
export type Side = { readonly text: string } | 'nowhere' | 'binary' | 'too-large'

interface TwoSides {
  readonly path: string
  readonly before: Side
  readonly after: Side
}

/** How a file became another, as git would write it. */
export function writeDiff({ path, before, after }: TwoSides): DiffPart {
  const names = { old: quote(`a/${path}`), now: quote(`b/${path}`) }
  const header = [`diff --git ${names.old} ${names.now}`]
  if (before === 'nowhere') header.push('new file mode 100644')
  if (after === 'nowhere') header.push('deleted file mode 100644')
  const old = before === 'nowhere' ? '/dev/null' : names.old
  const now = after === 'nowhere' ? '/dev/null' : names.now
  if (before === 'binary' || after === 'binary') {
    return toPart([...header, `Binary files ${old} and ${now} differ`])
  }
  const texts = [textOf(before), textOf(after)] as const
  if (texts[0] === undefined || texts[1] === undefined) return toPart(header, 'too-large')
  const hunks = toHunks(texts[0], texts[1])
  if (hunks.length > MAX_FILE_CHARS) return toPart(header, 'too-large')
  return hunks === '' ? toPart(header) : toPart([...header, `--- ${old}`, `+++ ${now}`, hunks])
}

/** Nothing but another name. */
export function writeRename(from: string, to: string): DiffPart {
  const names = `diff --git ${quote(`a/${from}`)} ${quote(`b/${to}`)}`
  return toPart([
    names,
    'similarity index 100%',
    `rename from ${quote(from)}`,
    `rename to ${quote(to)}`,
  ])
}

function toPart(lines: readonly string[], cut?: DiffPart['cut']): DiffPart {
  return { text: `${lines.join('\n').replace(/\n$/u, '')}\n`, ...(cut && { cut }) }
}

function textOf(side: Exclude<Side, 'binary'>): string | undefined {
  if (side === 'too-large') return undefined
  return side === 'nowhere' ? '' : side.text
}

/** Texts that differ in more lines are told as one that went and one that came: comparing them takes too long. */
const MAX_EDITS = 2_000

function toHunks(before: string, after: string): string {
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, {
    context: 3,
    headerOptions: OMIT_HEADERS,
    maxEditLength: MAX_EDITS,
  })
  return patch ?? toWhole(before, after)
}

function toWhole(before: string, after: string): string {
  const [olds, nows] = [toLines('-', before), toLines('+', after)]
  const place = `@@ -${rangeOf(before)} +${rangeOf(after)} @@`
  return [place, ...olds, ...nows].join('\n')
}

function rangeOf(text: string): string {
  const count = text === '' ? 0 : text.replace(/\n$/u, '').split('\n').length
  return `${count === 0 ? 0 : 1},${count}`
}

function toLines(sign: string, text: string): readonly string[] {
  if (text === '') return []
  const lines = text
    .replace(/\n$/u, '')
    .split('\n')
    .map((line) => sign + line)
  return text.endsWith('\n') ? lines : [...lines, '\\ No newline at end of file']
}

/** As git does, where a name holds what would end it. */
function quote(name: string): string {
  if (!/["\\\p{Cc}]/u.test(name)) return name
  const escaped = name.replaceAll(/["\\]/gu, '\\$&').replaceAll(/\p{Cc}/gu, (sign) => {
    const bytes = [...Buffer.from(sign)]
    return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  })
  return `"${escaped}"`
}
