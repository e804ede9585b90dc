import {
  type Conversation,
  call,
  count,
  finish,
  type MadeCall,
  plan,
  readAll,
  type ScriptReply,
} from './conversation.ts'
import {
  countBy,
  filesFound,
  type Hit,
  hitsOf,
  isCode,
  isPlanDone,
  isTest,
  pathsRead,
  textRead,
} from './facts.ts'

const STEPS = ['Search for what is marked as unfinished', 'Read the code that stands out', 'Report']
const MARKERS = ['TODO', 'FIXME'] as const
/** A project with no more code files than this is read whole. */
const SMALL = 12
const READ = 4

/** The subagent that looks for what is unfinished or wrong. */
export function analyze({ calls }: Conversation): ScriptReply {
  if (calls.length === 0) return search()
  if (pathsRead(calls).length === 0) {
    const paths = toRead(calls)
    if (paths.length > 0) return read(calls, paths)
  }
  if (!isPlanDone(calls)) return finish(STEPS)
  return { text: report(calls), calls: [] }
}

function search(): ScriptReply {
  const searches = MARKERS.map((pattern) =>
    call('grep', { pattern, path: '/workspace', max_count: 200 }),
  )
  const list = call('glob', { pattern: '**/*', path: '/workspace' })
  const text = 'First I look for what the authors themselves marked as unfinished.'
  return { text, calls: [plan(STEPS, 0), ...searches, list] }
}

function read(calls: readonly MadeCall[], paths: readonly string[]): ScriptReply {
  const marked = marksOf(calls).length
  const text = `${count(marked, 'marker')} found. Now the code itself: ${paths.join(', ')}.`
  return { text, calls: [plan(STEPS, 1), ...readAll(paths)] }
}

function toRead(calls: readonly MadeCall[]): string[] {
  const code = filesFound(calls).filter(isCode)
  if (code.length <= SMALL) return code
  const marked = countBy(marksOf(calls).map(({ path }) => path)).map(({ name }) => name)
  const rest = code.filter((path) => !isTest(path) && !marked.includes(path))
  return [...marked.filter(isCode), ...rest].slice(0, READ)
}

function marksOf(calls: readonly MadeCall[]): Hit[] {
  return MARKERS.flatMap((marker) => hitsOf(calls, marker))
}

function report(calls: readonly MadeCall[]): string {
  const read = pathsRead(calls).filter(isCode)
  const files = read.map((path) => ({ path, text: textRead(calls, path) ?? '' }))
  const isTested = ({ path }: { path: string }) => isTest(path)
  const sources = files.filter((file) => !isTested(file))
  const bug = findDivisionBug(sources, files.filter(isTested))
  const marks = marksOf(calls)
  const looked = `I read ${count(read.length, 'file')} and searched for ${MARKERS.join(' and ')}.`
  const found = bug ? bugText(bug) : 'Nothing that I read contradicts its own tests.'
  return [looked, found, marksText(marks)].join('\n\n')
}

/** The lead reads this again: see `readFinding`. */
function bugText({ path, line, name, wrong, right, shown, test }: DivisionBug): string {
  const { call: made, expected, actual } = shown
  return `- **Place**: \`${path}:${line}\`
- **What is wrong**: \`${name}\` rounds down. \`${test}\` expects \`${made}\` to be ${expected}; it is ${actual}.
- **Why it matters**: what does not fill a whole part is left out.
- **What to do**: replace \`${wrong}\` by \`${right}\`.`
}

export interface Finding {
  readonly path: string
  readonly wrong: string
  readonly right: string
}

/** A finding in an analyzer's report. */
export function readFinding(report: string): Finding | undefined {
  const path = /\*\*Place\*\*: `([^`:]+):\d+`/.exec(report)?.[1]
  const [, wrong, right] = /replace `([^`]+)` by `([^`]+)`/.exec(report) ?? []
  return path && wrong && right ? { path, wrong, right } : undefined
}

function marksText(marks: readonly Hit[]): string {
  if (marks.length === 0) return 'No TODO or FIXME anywhere.'
  const shown = marks.slice(0, 5).map(({ path, line, text }) => `- \`${path}:${line}\` ${text}`)
  const head = `${count(marks.length, 'marker')} of unfinished work:`
  return [head, ...shown].join('\n')
}

/** A function that rounds a division down where its own tests expect it rounded up. */
interface DivisionBug {
  readonly path: string
  readonly line: number
  readonly name: string
  readonly wrong: string
  readonly right: string
  /** An assertion that shows it, and what comes out instead. */
  readonly shown: { readonly call: string; readonly expected: number; readonly actual: number }
  readonly test: string
}

interface SourceFile {
  readonly path: string
  readonly text: string
}

interface Divider {
  readonly name: string
  readonly path: string
  readonly line: number
  readonly statement: string
}

interface Expectation {
  readonly call: string
  readonly whole: number
  readonly part: number
  readonly expected: number
  readonly path: string
}

/**
 * Works out what every function of the form `return Math.floor(a / b)` answers to the calls in the
 * tests, and finds one where rounding down contradicts them and rounding up does not.
 */
function findDivisionBug(
  sources: readonly SourceFile[],
  tests: readonly SourceFile[],
): DivisionBug | undefined {
  for (const divider of sources.flatMap(dividersIn)) {
    const expectations = tests.flatMap((test) => expectationsIn(test, divider.name))
    const broken = expectations.find(
      ({ whole, part, expected }) => Math.floor(whole / part) !== expected,
    )
    const holdsUp = expectations.every(
      ({ whole, part, expected }) => Math.ceil(whole / part) === expected,
    )
    if (broken && holdsUp) return toBug(divider, broken)
  }
  return undefined
}

function toBug(divider: Divider, { call, whole, part, expected, path }: Expectation): DivisionBug {
  return {
    path: divider.path,
    line: divider.line,
    name: divider.name,
    wrong: divider.statement,
    right: divider.statement.replace('Math.floor', 'Math.ceil'),
    shown: { call, expected, actual: Math.floor(whole / part) },
    test: path,
  }
}

function dividersIn({ path, text }: SourceFile): Divider[] {
  const lines = text.split('\n')
  return lines.flatMap((statement, index) => {
    if (!/return Math\.floor\(\w+ \/ \w+\)/.test(statement)) return []
    const before = lines.slice(0, index + 1).reverse()
    const name = before.flatMap((line) => /function (\w+)\(\w+, \w+\)/.exec(line)?.[1] ?? [])[0]
    return name ? [{ name, path, line: index + 1, statement: statement.trim() }] : []
  })
}

function expectationsIn({ path, text }: SourceFile, name: string): Expectation[] {
  const calls = [...text.matchAll(/\b((\w+)\((\d+), (\d+)\)), (\d+)/g)]
  const own = calls.filter(([, , called]) => called === name)
  return own.map(([, call = '', , whole, part, expected]) => ({
    call,
    whole: Number(whole),
    part: Number(part),
    expected: Number(expected),
    path,
  }))
}
