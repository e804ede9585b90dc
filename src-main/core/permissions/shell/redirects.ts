import type { At } from './at.ts'
import { expandText, expandWord } from './expand-word.ts'
import { type Access, findContent, keepContent, noteRead, noteWrite } from './file-access.ts'
import type { Input } from './judging.ts'
import type { Span } from './lex-word.ts'
import { childOf, childrenIn, type Syntax } from './syntax.ts'
import { join, type Output, SILENT, UNREADABLE, unite } from './values.ts'
import { unknown } from './verdict.ts'

/** Where a command's input comes from, and where what it prints goes. */
export interface Redirection {
  readonly input: Input
  /** Files that get its output; with any, nothing is printed. */
  readonly written: readonly string[]
  /** Words that stand behind a redirection but belong to the command. */
  readonly words: readonly Span[]
  /** What follows a here-document on its first line: `| sh`, `&& next`. */
  readonly piped: readonly Syntax[]
  readonly next: readonly Syntax[]
}

/** Of a statement that has none. */
const NO_REDIRECTION: Redirection = {
  input: undefined,
  written: [],
  words: [],
  piped: [],
  next: [],
}

/** Reads redirections in their order, judging the files they open. */
export function readRedirects(at: At, nodes: readonly Syntax[]): Redirection {
  if (nodes.length === 0) return NO_REDIRECTION
  const all = nodes.map((node) => readRedirect(at, node))
  return {
    input: all.findLast(({ input }) => input !== undefined)?.input,
    written: all.flatMap(({ written }) => written),
    words: all.flatMap(({ words }) => words),
    piped: all.flatMap(({ piped }) => piped),
    next: all.flatMap(({ next }) => next),
  }
}

function readRedirect(at: At, node: Syntax): Redirection {
  if (node.type === 'herestring_redirect') return readHerestring(at, node)
  if (node.type === 'heredoc_redirect') return readHeredoc(at, node)
  return readFileRedirect(at, node)
}

function readHerestring(at: At, node: Syntax): Redirection {
  const [word, ...words] = joinAdjacent(
    at,
    node.children.filter(({ type }) => type !== '<<<'),
  )
  const texts = word ? expandText(at, word) : UNREADABLE
  return { ...NO_REDIRECTION, input: texts.map((text) => `${text}\n`), words }
}

function readHeredoc(at: At, node: Syntax): Redirection {
  const redirect = readRedirects(at, childrenIn(node, 'redirect'))
  const body = findBody(at, node)
  const words = joinAdjacent(at, childrenIn(node, 'argument'))
  return {
    ...redirect,
    input: body ? textOf(at, node, body) : UNREADABLE,
    words: [...redirect.words, ...words.filter(({ start }) => !body || start < body.start - 1)],
    piped: node.children.filter(({ type }) => type === 'pipeline'),
    next: childrenIn(node, 'right'),
  }
}

/**
 * From the line after to the line that is the delimiter. The grammar passes over blanks and
 * backslashes that a body begins with, so it is asked only whether it sees the same end.
 */
function findBody({ origin, judging }: At, node: Syntax): Span | undefined {
  const { source } = origin
  const from = childOf(node, 'heredoc_start')
  const until = childOf(node, 'heredoc_end')
  if (!from || !until) return undefined
  const start = source.indexOf('\n', from.end) + 1
  const delimiter = source.slice(from.start, from.end).replaceAll(/['"\\]/gu, '')
  const isIndented = node.children.some(({ type }) => type === '<<-')
  const end = endOfBody(source.slice(start), delimiter, isIndented) + start
  const seen = source.lastIndexOf('\n', until.start - 1) + 1
  if (end !== seen) judging.note(unknown('A here-document in it could not be read.'))
  return { start, end: Math.max(start, Math.min(end, seen)) }
}

function endOfBody(text: string, delimiter: string, isIndented: boolean): number {
  let end = 0
  for (const line of text.split('\n')) {
    if ((isIndented ? line.replace(/^\t+/u, '') : line) === delimiter) return end
    end += line.length + 1
  }
  return -1
}

function textOf(at: At, node: Syntax, body: Span): Output {
  const { source } = at.origin
  const { start, end } = childOf(node, 'heredoc_start') ?? body
  const isLiteral = /['"\\]/u.test(source.slice(start, end))
  const texts = isLiteral ? [source.slice(body.start, body.end)] : expandText(at, body, true)
  const isIndented = node.children.some(({ type }) => type === '<<-')
  return isIndented ? texts.map((text) => text.replaceAll(/^\t+/gmu, '')) : texts
}

const READING: ReadonlySet<string> = new Set(['<', '<&', '<>'])

function readFileRedirect(at: At, node: Syntax): Redirection {
  const operator = node.children.find(({ isNamed }) => !isNamed)?.type ?? '?'
  const [target, ...words] = joinAdjacent(at, childrenIn(node, 'destination'))
  const descriptor = childOf(node, 'file_descriptor')
  const number = descriptor && at.origin.source.slice(descriptor.start, descriptor.end)
  if (!target || isOnNextLine(at, node, target)) {
    at.judging.note(unknown('A redirection in it could not be read.'))
    return { ...NO_REDIRECTION, words }
  }
  const paths = expandWord(at, target).map((fields) => fields.map(({ text }) => text).join(' '))
  const isCopy = operator.endsWith('&') && paths.every((path) => /^(?:\d+-?|-)$/u.test(path))
  if (isCopy) return { ...NO_REDIRECTION, words }
  if (READING.has(operator)) return { ...openForReading(at, operator, paths), words }
  return { ...openForWriting(at, paths, number), words }
}

/** The grammar takes what a shell reads as the next command for where a redirection goes. */
function isOnNextLine({ origin }: At, { start }: Syntax, target: Span): boolean {
  return /(?<!\\)\n/u.test(origin.source.slice(start, target.start))
}

function accessOf({ scope, judging }: At): Access {
  return { who: 'The redirection', scope, judging }
}

function openForReading(at: At, operator: string, paths: Output): Redirection {
  const access = accessOf(at)
  for (const path of paths) {
    noteRead(access, path)
    if (operator === '<>') noteWrite(access, path)
  }
  const contents = paths.map((path) => findContent(access, path) ?? UNREADABLE)
  return { ...NO_REDIRECTION, input: unite(...contents) }
}

function openForWriting(at: At, paths: Output, number: string | undefined): Redirection {
  for (const path of paths) noteWrite(accessOf(at), path)
  const isPrinted = number === undefined || number === '1'
  return isPrinted ? { ...NO_REDIRECTION, written: paths } : NO_REDIRECTION
}

/** Puts what a command printed where its redirections say, and gives what is left to print. */
export function deliver(at: At, { written }: Redirection, output: Output): Output {
  const streams = written.filter((path) => /^\/dev\/(?:stdout|fd\/1|tty)$/u.test(path))
  const files = written.filter((path) => !streams.includes(path))
  const access = accessOf(at)
  for (const path of files) {
    const before = findContent(access, path)
    keepContent(access, path, before ? appended(before, output) : output)
  }
  return files.length > 0 ? SILENT : output
}

/** Whether it adds or replaces does not matter where either could run. */
function appended(before: Output, output: Output): Output {
  return unite(output, join(before, output))
}

/** Nodes without a gap between them are one word, whatever the grammar took them for; so it is where a line is continued. */
export function joinAdjacent({ origin }: At, nodes: readonly Span[]): readonly Span[] {
  const words: Span[] = []
  for (const { start, end } of nodes) {
    const last = words.at(-1)
    const gap = last && origin.source.slice(last.end, start)
    if (last && gap !== undefined && /^(?:\\\r?\n)*$/u.test(gap)) {
      words[words.length - 1] = { start: last.start, end }
    } else words.push({ start, end })
  }
  return words
}
