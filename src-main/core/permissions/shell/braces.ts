import type { Atom } from './lex-word.ts'
import { UNKNOWN } from './values.ts'
import type { Work } from './work.ts'

type Word = readonly Atom[]

const MAX_WORDS = 64
const MAX_DEPTH = 32
/** Longer text in braces isn't parsed as a range. */
const MAX_RANGE = 64
/** Stands for the words that were left out. */
const REST: Word = [{ kind: 'char', char: UNKNOWN, isQuoted: true }]

/** `a{b,c}` and `{1..3}` as the words they make. */
export function expandBraces(atoms: Word, work: Work): readonly Word[] {
  const groups = findGroups(atoms)
  if (groups.size === 0) return [atoms]
  return expandSpan({ atoms, groups, work }, { start: 0, end: atoms.length, depth: 0 })
}

/** A pair of matching braces. */
interface Group {
  readonly close: number
  /** Indexes of the commas between its items. */
  readonly commas: readonly number[]
}

/** Finds matching braces by the index of the opening one. */
function findGroups(atoms: Word): ReadonlyMap<number, Group> {
  const groups = new Map<number, Group>()
  const open: { readonly start: number; readonly commas: number[] }[] = []
  for (const [index, atom] of atoms.entries()) {
    if (isBare(atom, '{')) open.push({ start: index, commas: [] })
    if (isBare(atom, ',')) open.at(-1)?.commas.push(index)
    const group = isBare(atom, '}') ? open.pop() : undefined
    if (group) groups.set(group.start, { close: index, commas: group.commas })
  }
  return groups
}

function isBare(atom: Atom | undefined, char: string): boolean {
  return atom?.kind === 'char' && !atom.isQuoted && atom.char === char
}

interface Source {
  readonly atoms: Word
  readonly groups: ReadonlyMap<number, Group>
  readonly work: Work
}

interface Span {
  readonly start: number
  readonly end: number
  /** Nesting depth of the braces. */
  readonly depth: number
}

function expandSpan(source: Source, { start, end, depth }: Span): readonly Word[] {
  if (depth > MAX_DEPTH) return [REST]
  const { atoms, groups, work } = source
  let words: readonly Word[] = [[]]
  let from = start
  for (let at = start; at < end; at++) {
    const group = groups.get(at)
    const items = group && expandGroup(source, group, { start: at, depth })
    if (!items) continue
    words = choose([words, [atoms.slice(from, at)], items], work)
    at = group.close
    from = at + 1
  }
  return choose([words, [atoms.slice(from, end)]], work)
}

/** Returns the words of a group; `undefined` for literal braces, which are no list and no range. */
function expandGroup(
  source: Source,
  { close, commas }: Group,
  { start, depth }: { readonly start: number; readonly depth: number },
): readonly Word[] | undefined {
  if (commas.length === 0) return toRange(source.atoms.slice(start + 1, close))
  const words: Word[] = []
  for (const [index, end] of [...commas, close].entries()) {
    const from = (index === 0 ? start : (commas[index - 1] ?? start)) + 1
    words.push(...expandSpan(source, { start: from, end, depth: depth + 1 }))
    if (words.length > MAX_WORDS) return [...words.slice(0, MAX_WORDS), REST]
  }
  return words
}

/** Returns all combinations of one word of each list, in order; unknown beyond a limit. */
function choose(lists: readonly (readonly Word[])[], work: Work): readonly Word[] {
  return lists.reduce((left, right) => {
    const words: Word[] = []
    for (const one of left) {
      for (const other of right) {
        if (words.length === MAX_WORDS) return [...words, REST]
        work.spend(one.length + other.length)
        words.push([...one, ...other])
      }
    }
    return words
  })
}

function toRange(inner: Word): readonly Word[] | undefined {
  if (inner.length > MAX_RANGE) return undefined
  const text = inner
    .map((atom) => (atom.kind === 'char' && !atom.isQuoted ? atom.char : '"'))
    .join('')
  const match = /^(?<from>-?\d+|[a-zA-Z])\.\.(?<to>-?\d+|[a-zA-Z])(?:\.\.-?\d+)?$/u.exec(text)
  const { from = '', to = '' } = match?.groups ?? {}
  if (!match) return undefined
  const isNumber = /\d/u.test(from) && /\d/u.test(to)
  const [first, last] = isNumber ? [+from, +to] : [from.charCodeAt(0), to.charCodeAt(0)]
  const codes = countBetween(first, last)
  if (codes.length < 2) return undefined
  return codes.map((code) =>
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
