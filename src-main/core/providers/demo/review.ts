import { Severity } from '#shared/events/code-review.ts'
import {
  type Conversation,
  call,
  count,
  type MadeCall,
  type ScriptCall,
  type ScriptReply,
} from './conversation.ts'

/** Begins what a reviewer is told, and tells its script apart. */
export const READ_TASK = 'Read these pieces of the diff: '

/** Whether a thread is that of whoever conducts a review. */
export function conductsReview({ prompt }: Conversation): boolean {
  return /^Review .+: \d+ files? in \d+ pieces?\.$/m.test(prompt)
}

/** Conducts a review: gives every piece to each reviewer, and submits what they find. */
export function conductReview({ prompt, system, calls }: Conversation): ScriptReply {
  const tasks = calls.filter(({ name }) => name === 'task')
  return tasks.length === 0 ? divide(prompt, system) : submit(tasks)
}

function divide(prompt: string, system: string): ScriptReply {
  const files = [...prompt.matchAll(/^- .+ \(\+\d+ −\d+\): ([\d, ]+)$/gm)]
  const pieces = files.map(([, numbers]) => numbers).join(', ')
  const known = [...system.matchAll(/^- `([a-z][a-z0-9-]*)`/gm)].flatMap(([, name]) => name ?? [])
  const wanted = known.filter((name) => marks.some(({ reviewer }) => reviewer === name))
  const reviewers = wanted.length > 0 ? wanted : known.slice(0, 1)
  const text =
    'This is a demo: I am a script, and know a handful of marks that a reviewer would look for. What I find is really there.'
  return { text, calls: reviewers.map((name) => toTask(name, pieces)) }
}

function toTask(subagent_type: string, pieces: string): ScriptCall {
  const description = `${READ_TASK}${pieces}. You are ${subagent_type}.`
  return call('task', { description, subagent_type })
}

function submit(tasks: readonly MadeCall[]): ScriptReply {
  const comments = tasks.flatMap(({ result }) => findingsIn(result))
  const isGrave = comments.some(({ severity }) => severity === 'high')
  const recommendation = isGrave ? 'request_changes' : comments.length > 0 ? 'comment' : 'approve'
  const found = comments.length > 0 ? count(comments.length, 'comment') : 'Nothing of it is there'
  const more = tasks.reduce((sum, { result }) => sum + countLeftOut(result), 0)
  const looked = `A script looked for ${marks.map(({ category }) => category).join(', ')}. ${found}.`
  const summary = more > 0 ? `${looked} ${tellLeftOut(more)}` : looked
  return { text: '', calls: [call('submit_review', { summary, recommendation, comments })] }
}

/** As many findings as one call tells. */
const MOST = 100

/** What a reviewer saw and did not tell, to be read from its report. */
function tellLeftOut(more: number): string {
  return `The gravest are told: ${more} more were seen.`
}

function countLeftOut(report: string): number {
  return Number(/ The gravest are told: (\d+) more were seen\.$/m.exec(report)?.[1] ?? 0)
}

const FINDING =
  /^- (?<file>.+?):(?<line>\d+), (?<severity>high|medium|low), (?<category>[^:]+): (?<message>.+?)(?: \(With a suggestion.*)?$/gm

function findingsIn(report: string) {
  return [...report.matchAll(FINDING)].map(({ groups = {} }) => ({
    ...groups,
    line: Number(groups['line']),
    severity: groups['severity'],
  }))
}

/** Pieces that one call may ask for. */
const AT_ONCE = 4

/** A reviewer: reads its pieces, and tells which marks the lines have that the change adds. */
export function readForReview({ prompt, calls }: Conversation): ScriptReply {
  const [, numbers = '', name = ''] = /diff: ([\d, ]+)\. You are ([a-z0-9-]+)\.$/.exec(prompt) ?? []
  const reads = calls.filter((made) => made.name === 'read_diff')
  if (reads.length === 0) return read(numbers.split(', ').map(Number))
  const own = marks.filter(({ reviewer }) => reviewer === name)
  const wanted = own.length > 0 ? own : marks
  const seen = reads.flatMap(({ result }) => findMarks(result, wanted))
  const findings = gravestOf(seen)
  const looked = `Looked for ${wanted.map(({ category }) => category).join(', ')}.`
  const more = seen.length - findings.length
  const summary = more > 0 ? `${looked} ${tellLeftOut(more)}` : looked
  return { text: '', calls: [call('submit_findings', { summary, findings })] }
}

function gravestOf<One extends Pick<Mark, 'severity'>>(findings: readonly One[]): readonly One[] {
  const byGravity = findings.toSorted(
    (a, b) => gravity.indexOf(a.severity) - gravity.indexOf(b.severity),
  )
  return byGravity.slice(0, MOST)
}

const gravity: readonly string[] = Severity.options

function read(pieces: readonly number[]): ScriptReply {
  const calls: ScriptCall[] = []
  for (let from = 0; from < pieces.length; from += AT_ONCE) {
    calls.push(call('read_diff', { pieces: pieces.slice(from, from + AT_ONCE) }))
  }
  return { text: `I read ${count(pieces.length, 'piece')}.`, calls }
}

function findMarks(pieces: string, wanted: readonly Mark[]) {
  let file = ''
  return pieces.split('\n').flatMap((row) => {
    file = findPieceFile(row) ?? file
    const [, line, text = ''] = /^ *(\d+) \+ (.*)$/.exec(row) ?? []
    if (line === undefined) return []
    const mark = wanted.find(({ pattern }) => pattern.test(text))
    return mark ? [toFinding(mark, { file, line: Number(line), text })] : []
  })
}

/** `=== piece 1: path (modified), …`, or `(renamed, from path), …`. */
function findPieceFile(row: string): string | undefined {
  const [start] = /^=== piece \d+: /.exec(row) ?? []
  const rest = start === undefined ? '' : row.slice(start.length)
  const end = rest.search(/ \(\w+(?:\), |, from )/)
  return end > 0 ? rest.slice(0, end) : undefined
}

function toFinding(
  { severity, category, message, mend }: Mark,
  { file, line, text }: { readonly file: string; readonly line: number; readonly text: string },
) {
  return { file, line, severity, category, message, ...(mend && { suggestion: mend(text) }) }
}

/** Something in a line that a script can tell is worth a comment. */
interface Mark {
  readonly reviewer: 'security' | 'logic'
  readonly pattern: RegExp
  readonly severity: 'high' | 'medium' | 'low'
  readonly category: string
  readonly message: string
  /** The line as it should be, where that is known. */
  readonly mend?: (line: string) => string
}

/** What is looked for in the lines that a change adds. */
const marks: readonly Mark[] = [
  {
    reviewer: 'security',
    pattern: /\beval\s*\(/,
    severity: 'high',
    category: 'injection',
    message: 'What reaches `eval` is run as code. Read the value with a parser instead.',
  },
  {
    reviewer: 'security',
    pattern: /(?:api_?key|secret|token|password)["']?\s*[:=]\s*["'][^"'$\s]{8,}["']/i,
    severity: 'high',
    category: 'secret',
    message:
      'This looks like a secret, and whoever reads the repository has it. Take it from the environment.',
  },
  {
    reviewer: 'logic',
    pattern: /\bcatch\s*(?:\([^()]*\)\s*)?\{\s*\}/,
    severity: 'medium',
    category: 'swallowed error',
    message: 'Whatever goes wrong here, nobody is told. Handle the error, or let it through.',
  },
  {
    reviewer: 'logic',
    pattern: /[^=!<>]==[^=]|!=[^=]/,
    severity: 'low',
    category: 'loose comparison',
    message: 'This also holds for values of another type. Compare without conversion.',
    mend: (line) => line.replace(/([^=!<>])==(?!=)/g, '$1===').replace(/!=(?!=)/g, '!=='),
  },
  {
    reviewer: 'logic',
    pattern: /\b(?:TODO|FIXME)\b/,
    severity: 'low',
    category: 'unfinished',
    message: 'The change leaves this to be done.',
  },
]
