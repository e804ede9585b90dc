import type { Atom } from './lex-word.ts'
import { UNKNOWN } from './values.ts'

const MAX_WORDS = 64
/** Stands for the words that were left out. */
const REST: readonly Atom[] = [{ kind: 'char', char: UNKNOWN, isQuoted: true }]

/** `a{b,c}` and `{1..3}` as the words they make. */
export function expandBraces(atoms: readonly Atom[]): readonly (readonly Atom[])[] {
  const open = atoms.findIndex((atom, index) => isBare(atom, '{') && findClose(atoms, index) > 0)
  if (open === -1) return [atoms]
  const close = findClose(atoms, open)
  const before = atoms.slice(0, open)
  const inner = toItems(atoms.slice(open + 1, close))
  const after = expandBraces(atoms.slice(close + 1))
  const items = limit(inner.flatMap(expandBraces))
  return limit(items.flatMap((item) => after.map((rest) => [...before, ...item, ...rest])))
}

function limit(words: readonly (readonly Atom[])[]): readonly (readonly Atom[])[] {
  return words.length > MAX_WORDS ? [...words.slice(0, MAX_WORDS), REST] : words
}

function isBare(atom: Atom | undefined, char: string): boolean {
  return atom?.kind === 'char' && !atom.isQuoted && atom.char === char
}

/** Where the brace ends, if it is one that expands. */
function findClose(atoms: readonly Atom[], open: number): number {
  let depth = 0
  for (let index = open; index < atoms.length; index++) {
    if (isBare(atoms[index], '{')) depth++
    if (isBare(atoms[index], '}') && --depth === 0) {
      return toItems(atoms.slice(open + 1, index)).length > 1 ? index : -1
    }
  }
  return -1
}

function toItems(inner: readonly Atom[]): readonly (readonly Atom[])[] {
  const items: Atom[][] = [[]]
  let depth = 0
  for (const atom of inner) {
    if (isBare(atom, '{')) depth++
    if (isBare(atom, '}')) depth--
    if (depth === 0 && isBare(atom, ',')) items.push([])
    else items.at(-1)?.push(atom)
  }
  return items.length > 1 ? items : toRange(inner)
}

function toRange(inner: readonly Atom[]): readonly (readonly Atom[])[] {
  const text = inner
    .map((atom) => (atom.kind === 'char' && !atom.isQuoted ? atom.char : '"'))
    .join('')
  const match = /^(?<from>-?\d+|[a-zA-Z])\.\.(?<to>-?\d+|[a-zA-Z])(?:\.\.-?\d+)?$/u.exec(text)
  const { from = '', to = '' } = match?.groups ?? {}
  if (!match) return [inner]
  const isNumber = /\d/u.test(from) && /\d/u.test(to)
  const [first, last] = isNumber ? [+from, +to] : [from.charCodeAt(0), to.charCodeAt(0)]
  return countBetween(first, last).map((code) =>
    [...(isNumber ? `${code}` : String.fromCharCode(code))].map(
      (char): Atom => ({ kind: 'char', char, isQuoted: true }),
    ),
  )
}

function countBetween(first: number, last: number): readonly number[] {
  const step = first <= last ? 1 : -1
  const count = Math.min(MAX_WORDS + 1, Math.abs(last - first) + 1)
  return Array.from({ length: count }, (_, index) => first + index * step)
}
