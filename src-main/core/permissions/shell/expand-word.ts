import { trimEnd } from '#shared/lib/trim-end.ts'
import type { At } from './at.ts'
import { expandBraces } from './braces.ts'
import { type Atom, lexWord, type Span } from './lex-word.ts'
import { expandParameter } from './parameters.ts'
import { type Scope, sizeOf, type Values } from './scope.ts'
import { type Field, MAX_ALTERNATIVES, type Output, SILENT, toField, UNKNOWN } from './values.ts'
import { unknown } from './verdict.ts'
import type { Work } from './work.ts'

/** The fields that a word can become: alternatives, each a list. */
export function expandWord(at: At, span: Span): Values {
  at.scope.work.spend(span.end - span.start)
  const atoms = lexWord(at.origin, span)
  if (atoms.some(isSeparator)) at.judging.note(unknown('What it runs could not be read.'))
  const words = expandBraces(atoms, at.scope.work).map((word) => expandAtoms(at, toHome(at, word)))
  return combine(words, at.scope.work)
}

/** A word that stays one: the value of an assignment, a here-document's body (`isQuoted`). */
export function expandText(at: At, span: Span, isQuoted = false): Output {
  at.scope.work.spend(span.end - span.start)
  const atoms = lexWord(at.origin, span, isQuoted)
  const values = expandAtoms(at, isQuoted ? atoms : toHome(at, atoms), { isOne: true })
  return values.map((fields) => fields.map(({ text }) => text).join(' '))
}

/** Every way to choose one of each; past a limit the rest is not known. */
export function combine(words: readonly Values[], work: Work): Values {
  let combined: Values = [[]]
  let known: Field[] = []
  for (const alternatives of words) {
    const [only] = alternatives
    if (only && alternatives.length === 1) {
      work.spend(only.length)
      known.push(...only)
      continue
    }
    combined = limit(choose(withAll(combined, known), alternatives, work))
    known = []
  }
  return withAll(combined, known)
}

function withAll(lists: Values, fields: readonly Field[]): Values {
  return fields.length === 0 ? lists : lists.map((list) => [...list, ...fields])
}

function choose(lists: Values, alternatives: Values, work: Work): Values {
  work.spend(lists.length * entriesIn(alternatives) + alternatives.length * entriesIn(lists))
  return lists.flatMap((left) => alternatives.map((right) => [...left, ...right]))
}

function entriesIn(values: Values): number {
  return values.reduce((sum, list) => sum + list.length + 1, 0)
}

function limit(values: Values): Values {
  if (values.length <= MAX_ALTERNATIVES) return values
  const rest = (values.at(-1) ?? []).map(() => toField(UNKNOWN))
  return [...values.slice(0, MAX_ALTERNATIVES), [...rest, toField(UNKNOWN)]]
}

function isSeparator(atom: Atom): boolean {
  return atom.kind === 'char' && !atom.isQuoted && ' \t\n;&|<>()'.includes(atom.char)
}

function toHome({ scope }: At, atoms: readonly Atom[]): readonly Atom[] {
  const name = /^~(?<user>[\w+-]*)(?=\/|$)/u.exec(leadingText(atoms))
  if (!name) return atoms
  const folder = homeOf(name.groups?.['user'] ?? '', scope)
  const chars = [...folder].map((char): Atom => ({ kind: 'char', char, isQuoted: true }))
  return [...chars, ...atoms.slice(name[0].length)]
}

function leadingText(atoms: readonly Atom[]): string {
  const bare = atoms.findIndex((atom) => atom.kind !== 'char' || atom.isQuoted)
  const end = bare === -1 ? atoms.length : bare
  const text = atoms.slice(0, end).map((atom) => (atom.kind === 'char' ? atom.char : ''))
  return text.join('') + (bare === -1 ? '' : '"')
}

function homeOf(user: string, scope: Scope): string {
  if (user === '') return scope.get('HOME')[0]?.[0]?.text ?? ''
  if (user === '+') return scope.cwds[0] ?? UNKNOWN
  return user === 'root' ? '/root' : UNKNOWN
}

interface Partial {
  readonly done: readonly Field[]
  readonly open: Field | undefined
}

function expandAtoms(at: At, atoms: readonly Atom[], { isOne = false } = {}): Values {
  let partials: readonly Partial[] = [{ done: [], open: isOne ? toField('') : undefined }]
  for (const atom of atoms) {
    at.scope.work.spend(partials.length)
    const all =
      atom.kind === 'part'
        ? addAll(partials, expandPart(at, atom), { at, atom, isOne })
        : partials.map((partial) => push(partial, atom))
    partials = all.length > MAX_ALTERNATIVES ? [...all.slice(0, MAX_ALTERNATIVES), LOST] : all
  }
  return partials.map(({ done, open }) => (open ? [...done, open] : done))
}

function addAll(partials: readonly Partial[], values: Values, adding: Adding): readonly Partial[] {
  const { work } = adding.at.scope
  const begun = partials.reduce((sum, { done }) => sum + done.length + 1, 0)
  work.spend(begun * values.length + partials.length * sizeOf(values))
  return partials.flatMap((partial) => values.map((value) => add(partial, value, adding)))
}

const LOST: Partial = { done: [], open: toField(UNKNOWN) }

function push({ done, open }: Partial, atom: Atom): Partial {
  const { text, isPattern } = open ?? toField('')
  if (atom.kind !== 'char') return { done, open: { text, isPattern } }
  const matches = !atom.isQuoted && '*?['.includes(atom.char)
  return { done, open: { text: text + atom.char, isPattern: isPattern || matches } }
}

interface Adding {
  readonly at: At
  readonly atom: Atom
  readonly isOne: boolean
}

function add(partial: Partial, value: readonly Field[], { at, atom, isOne }: Adding): Partial {
  if (isOne) return append(partial, [toField(value.map(({ text }) => text).join(' '))])
  if (atom.kind === 'part' && atom.isQuoted) return append(partial, value)
  return value.reduce((left, { text }, index) => {
    const open = index === 0 ? left : closed(left)
    return addSplit(open, text, at.scope)
  }, partial)
}

const MAX_CHARS = 64 * 1024

/** The first goes to what stands before it, the last to what follows. */
function append({ done, open }: Partial, value: readonly Field[]): Partial {
  const [first, ...rest] = value
  if (!first) return { done, open }
  const joined = {
    text: (open?.text ?? '') + first.text,
    isPattern: open?.isPattern || first.isPattern,
  }
  const all = [joined.text.length > MAX_CHARS ? toField(UNKNOWN) : joined, ...rest]
  if (all.length === 1) return { done, open: all[0] }
  return { done: [...done, ...all.slice(0, -1)], open: all.at(-1) }
}

/** Splits at separators. The first and the last piece join the neighboring text. */
function addSplit(partial: Partial, text: string, { separators, work }: Scope): Partial {
  const pieces = splitAt(text, separators)
  if (pieces.length > 1) work.spend(partial.done.length + pieces.length)
  const isPattern = /[*?[]/u.test(text)
  const done = [...partial.done]
  let { open } = partial
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      if (open) done.push(open)
      open = undefined
    }
    if (piece !== '') open = append({ done: [], open }, [{ text: piece, isPattern }]).open
  }
  return { done, open }
}

function closed({ done, open }: Partial): Partial {
  return { done: open ? [...done, open] : done, open: undefined }
}

function splitAt(text: string, separators: string): readonly string[] {
  const [first, ...others] = new Set(separators)
  if (first === undefined) return [text]
  return others.reduce((uniform, char) => uniform.replaceAll(char, first), text).split(first)
}

type Part = Extract<Atom, { readonly kind: 'part' }>

function expandPart(at: At, part: Part): Values {
  return at.scope.work.nest(() => expandNested(at, part))
}

function expandNested(at: At, part: Part): Values {
  const text = at.origin.source.slice(part.start, part.end)
  if (text.startsWith('${')) {
    return expandParameter({ at, part, expandText: (span) => expandText(at, span, part.isQuoted) })
  }
  if (/^\$[^([]/u.test(text)) return variable(at.scope, text.slice(1))
  if (!at.origin.extents.has(part.start) && !text.startsWith('$[')) return lose(at)
  if (text.startsWith('$((') || text.startsWith('$[')) return expandArithmetic(at, part)
  at.origin.judged.add(part.start)
  return toValues(substitute(at, text))
}

function lose({ judging }: At): Values {
  judging.note(unknown('A substitution in it could not be read.'))
  return [[toField(UNKNOWN)]]
}

function toValues(output: Output): Values {
  return output.map((text) => [toField(text)])
}

/** A number that isn't computed here, but substitutions in it run. */
function expandArithmetic(at: At, { start, end }: Part): Values {
  const isOld = at.origin.source.charAt(start + 1) === '['
  evaluate(at, isOld ? { start: start + 2, end: end - 1 } : { start: start + 3, end: end - 2 })
  return [[toField(UNKNOWN)]]
}

/** Notes a text that the shell evaluates as arithmetic once it is expanded. */
export function evaluate(at: At, span: Span): void {
  for (const text of expandText(at, span, true)) at.scope.evaluated.evaluate(text)
}

/** What a name stands for, unquoted: `@` and the numbers are the arguments of a function or script. */
export function variable(scope: Scope, name: string): Values {
  if (name === '@' || name === '*') return scope.get('@')
  if (/^[1-9]\d*$/u.test(name)) {
    return scope.get('@').map((list) => list.slice(Number(name) - 1, Number(name)))
  }
  return scope.get(name).map((list) => list.slice(0, 1))
}

function substitute(at: At, text: string): Output {
  if (text.startsWith('<(') || text.startsWith('>(')) return [toProcessFile(at, text)]
  const inner = text.startsWith('`')
    ? text.slice(1, -1).replaceAll(/\\([\\`$])/gu, '$1')
    : text.slice(2, -1)
  const file = /^\s*<\s*(?<path>[^\s;&|<>()]+)\s*$/u.exec(inner)?.groups?.['path']
  const command = file ? `cat ${file}` : inner
  const output = at.judging.run(command, at.scope.copy(), undefined)
  return output.map((printed) => trimEnd(printed, '\n'))
}

/** A command that is read or written like a file. */
function toProcessFile({ scope, judging }: At, text: string): string {
  const inner = text.slice(2, -1)
  const path = nextProcessFile(scope)
  if (text.startsWith('>')) {
    scope.sinks.set(path, inner)
    judging.run(inner, scope.copy(), SILENT)
  } else {
    scope.files.set(path, judging.run(inner, scope.copy(), undefined))
  }
  return path
}

/** Returns the next path that stands for a command, such as `/dev/fd/63`. */
function nextProcessFile(scope: Scope): string {
  return `/dev/fd/${63 + scope.files.size + scope.sinks.size}`
}
