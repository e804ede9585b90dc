import type { Conversation, MadeCall } from './conversation.ts'
import { type DivisionBug, findDivisionBug } from './division-bug.ts'
import { countBy, isCode, isTest } from './facts.ts'
import { call, count, finish, plan, readAll, type ScriptReply } from './reply.ts'
import { filesFound, type Hit, hitsOf, isPlanDone, pathsRead, textRead } from './results.ts'

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
