import type { Node, Query, QueryMatch } from 'web-tree-sitter'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import {
  type CallFact,
  type FileFacts,
  type ImportFact,
  type NoteFact,
  SYMBOL_KINDS,
  type SymbolFact,
  type SymbolKind,
} from './facts/code-facts.ts'
import type { Language } from './languages/define.ts'

/** Of one file: far more than people write. */
const MAX_SYMBOLS = 2_000
const MAX_CALLS = 3_000
const MAX_NOTES = 500
const MAX_IMPORTS = 1_000
const MAX_ARGS = 200
const MAX_MARK = 200

interface Definition {
  readonly name: string
  readonly kind: SymbolKind | 'impl'
  readonly start: number
  readonly end: number
  readonly nameAt: number
  readonly line: number
  readonly endLine: number
}

interface Source {
  readonly language: Language
  readonly text: string
  readonly lines: readonly string[]
}

/** What a parsed file says. `root` is of `text`, and `query` of its language. */
export function readFacts(root: Node, query: Query, language: Language, text: string): FileFacts {
  const source: Source = { language, text, lines: text.split('\n') }
  const matches = query.matches(root).map(toCaptures)
  const definitions = readDefinitions(matches)
  const marks = matches.flatMap(({ mark }) => (mark ? [mark] : []))
  const symbols = toSymbols(definitions, marks, source)
  const owners = ownersOf(definitions)
  const { calls, notes } = readCalls(matches, owners, placesOf(marks))
  return {
    language: language.name,
    lines: source.lines.length - (text.endsWith('\n') ? 1 : 0),
    symbols,
    imports: readImports(matches, language),
    calls,
    notes,
  }
}

interface Captures {
  readonly kind?: SymbolKind | 'impl'
  readonly def?: Node
  readonly [name: string]: Node | string | undefined
  readonly name?: Node
  readonly call?: Node
  readonly callee?: Node
  readonly receiver?: Node
  readonly mark?: Node
  readonly import?: Node
}

function toCaptures({ captures }: QueryMatch): Captures {
  const named: Record<string, Node | SymbolKind | 'impl'> = {}
  for (const { name, node } of captures) {
    if (!name.startsWith('def.')) named[name] = node
    else Object.assign(named, { def: node, kind: toKind(name.slice('def.'.length)) })
  }
  return named
}

function toKind(written: string): SymbolKind | 'impl' {
  return SYMBOL_KINDS.find((kind) => kind === written) ?? 'impl'
}

/** By place. Of two that are one (a type that is a struct), the first of the query counts. */
function readDefinitions(matches: readonly Captures[]): readonly Definition[] {
  const found = new Map<string, Definition>()
  for (const { def, name, kind } of matches) {
    if (!def || !name || !kind) continue
    const one: Definition = {
      name: name.text.slice(0, 200),
      kind,
      start: def.startIndex,
      end: def.endIndex,
      nameAt: name.startIndex,
      line: name.startPosition.row + 1,
      endLine: def.endPosition.row + 1,
    }
    const key = `${one.nameAt}`
    const known = found.get(key)
    if (!known || rank(one.kind) < rank(known.kind)) found.set(key, one)
    if (found.size >= MAX_SYMBOLS) break
  }
  return [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end)
}

function rank(kind: SymbolKind | 'impl'): number {
  return kind === 'impl' ? SYMBOL_KINDS.length : SYMBOL_KINDS.indexOf(kind)
}

function toSymbols(
  definitions: readonly Definition[],
  marks: readonly Node[],
  { lines }: Source,
): readonly SymbolFact[] {
  const byDefinition = marksOf(definitions, marks)
  const open: Definition[] = []
  return definitions.flatMap((one) => {
    while (open.length > 0 && !contains(open.at(-1), one)) open.pop()
    const inside = open.at(-1)
    const parts = [...open.map(({ name }) => name), ...one.name.split('::')]
    open.push(one)
    if (one.kind === 'impl') return []
    const name = parts.pop() ?? one.name
    const container = parts.join('.')
    return [
      {
        name,
        kind: one.kind === 'function' && isType(inside) ? 'method' : one.kind,
        container,
        line: one.line,
        endLine: one.endLine,
        signature: signatureAt(lines, one.line - 1),
        marks: byDefinition.get(one) ?? [],
      },
    ]
  })
}

/** What is named in one statement (`var a, b`) is beside each other. */
function contains(outer: Definition | undefined, inner: Definition): boolean {
  if (!outer || outer.end <= inner.start) return false
  return outer.start !== inner.start || outer.end !== inner.end
}

const TYPES: ReadonlySet<string> = new Set(['class', 'struct', 'trait', 'interface', 'impl'])

function isType(definition: Definition | undefined): boolean {
  return definition !== undefined && TYPES.has(definition.kind)
}

/** A mark is of the first definition whose name comes after it. */
function marksOf(
  definitions: readonly Definition[],
  marks: readonly Node[],
): ReadonlyMap<Definition, readonly string[]> {
  const byName = [...definitions].sort((a, b) => a.nameAt - b.nameAt)
  const found = new Map<Definition, string[]>()
  let at = 0
  for (const mark of [...marks].sort((a, b) => a.startIndex - b.startIndex)) {
    while (at < byName.length && (byName[at]?.nameAt ?? 0) < mark.endIndex) at += 1
    const definition = byName[at]
    if (!definition) break
    const text = mark.text.replace(/^@/u, '').replaceAll(/\s+/gu, ' ').slice(0, MAX_MARK)
    const known = found.get(definition)
    if (known) known.push(text)
    else found.set(definition, [text])
  }
  return found
}

/** Finds the symbol that a place stands in: asked in the order of the text. */
function ownersOf(definitions: readonly Definition[]): (place: number) => number {
  const bodies = definitions.filter(({ kind }) => kind !== 'impl')
  const open: number[] = []
  let next = 0
  return (place) => {
    for (; next < bodies.length && (bodies[next]?.start ?? 0) <= place; next += 1) open.push(next)
    while (open.length > 0 && (bodies[open.at(-1) ?? 0]?.end ?? 0) <= place) open.pop()
    return open.at(-1) ?? -1
  }
}

/** Whether a place stands in a mark: asked in the order of the text. */
function placesOf(marks: readonly Node[]): (place: number) => boolean {
  const ranges = marks.map(({ startIndex, endIndex }) => ({ startIndex, endIndex }))
  ranges.sort((a, b) => a.startIndex - b.startIndex)
  let at = 0
  return (place) => {
    while (at < ranges.length && (ranges[at]?.endIndex ?? 0) <= place) at += 1
    return (ranges[at]?.startIndex ?? Number.POSITIVE_INFINITY) <= place
  }
}

function readCalls(
  matches: readonly Captures[],
  ownerAt: (place: number) => number,
  isInMark: (place: number) => boolean,
) {
  const calls = new Map<string, CallFact>()
  const notes: NoteFact[] = []
  const places = matches.flatMap(({ call, callee, receiver }) =>
    call && callee ? [{ call, callee, receiver }] : [],
  )
  for (const { call, callee, receiver } of places.sort(byPlace)) {
    const owner = ownerAt(callee.startIndex)
    const of = { name: callee.text.slice(0, 100), receiver: toReceiver(receiver), owner }
    const key = `${owner} ${of.receiver} ${of.name}`
    if (calls.size < MAX_CALLS && !calls.has(key)) calls.set(key, of)
    // What a mark says is known with the definition that it stands before.
    if (isInMark(callee.startIndex) || notes.length >= MAX_NOTES) continue
    const args = argsOf(call, callee)
    if (!isNoteworthy(of, args)) continue
    notes.push({ ...of, args: args.slice(0, MAX_ARGS), line: callee.startPosition.row + 1 })
  }
  return { calls: [...calls.values()], notes }
}

function byPlace(a: { readonly callee: Node }, b: { readonly callee: Node }): number {
  return a.callee.startIndex - b.callee.startIndex
}

/** What stands in the brackets. */
function argsOf(call: Node, callee: Node): string {
  const after = call.text.slice(callee.endIndex - call.startIndex, callee.endIndex + 400)
  return after
    .replace(/^[^('"`]*\(?/u, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

function toReceiver(node: Node | undefined): string {
  const text = node && node.endIndex - node.startIndex <= 60 ? node.text : ''
  return /^[\w$.:@>-]+$/u.test(text) ? text : ''
}

function readImports(matches: readonly Captures[], language: Language): readonly ImportFact[] {
  const nodes = matches.flatMap((captures) => (captures.import ? [captures.import] : []))
  const found = nodes.flatMap((node) => {
    const line = node.startPosition.row + 1
    return language.readImport(node.text.slice(0, 10_000)).map((one) => ({ ...one, line }))
  })
  return found.slice(0, MAX_IMPORTS)
}

/** Names of calls by which programs are put together, in one framework or another. */
const NAMES: ReadonlySet<string> = new Set([
  'use',
  'Use',
  'addHook',
  'add_middleware',
  'useGlobalGuards',
  'useGlobalPipes',
  'useGlobalInterceptors',
  'before_request',
  'after_request',
  'include_router',
  'register_blueprint',
  'path',
  're_path',
  'resources',
  'resource',
  'layer',
  'wrap',
  'UseMiddleware',
])

/** Whether a call may be part of how a program is put together: a route, what stands before routes. */
function isNoteworthy({ name }: Pick<CallFact, 'name'>, args: string): boolean {
  return NAMES.has(name) || /^["'`]\/|^["'`]\w+ \/|^@?"\//u.test(args)
}

const MAX_CHARS = 200
const MAX_LINES = 12

/** The line a definition's name stands on, with what follows until its brackets are closed. */
function signatureAt(lines: readonly string[], row: number): string {
  let text = ''
  for (const line of lines.slice(row, row + MAX_LINES)) {
    text = `${text} ${line.trim()}`
    if (text.length > MAX_CHARS || isClosed(text)) break
  }
  const one = text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/([([]) | (?=[)\]])/gu, '$1')
    .trim()
  const bare = one.replace(/ ?[{:;=]?$/u, '')
  return ellipsize(bare, MAX_CHARS)
}

function isClosed(text: string): boolean {
  const opened = text.match(/[([]/gu)?.length ?? 0
  const closed = text.match(/[)\]]/gu)?.length ?? 0
  return opened <= closed
}
