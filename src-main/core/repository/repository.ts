import { AppError } from '#shared/lib/app-error.ts'
import { type GitPlace, readAllGitRecords, readGitRecords } from '../git/read-git-records.ts'
import type { ToolAnswer } from '../tools/answers/tool-answer.ts'
import {
  type AgentPath,
  toAgentPath,
  toPathspec,
  toPathspecs,
} from '../workspace/paths/agent-path.ts'
import { findPlace } from '../workspace/paths/confinement.ts'
import { boundText, toTable } from './bounded-output.ts'
import { readCommit, readDiff } from './read-diff.ts'

const LOG_FORMAT = ['%h', '%ad', '%an', '%D', '%s'].join('%x1f')

const BRANCH_FORMAT = ['%(HEAD)', '%(refname:short)', '%(committerdate:short)', '%(upstream:short)']
  .concat('%(upstream:track)', '%(objectname:short)', '%(subject)')
  .join('%1f')

/** Of a file at once, where no lines are named. */
const MAX_LINES = 500

const NARROWER = 'Ask for a path, a time, an author or a text, or for more with `max_count`.'

const ASK_LINES = 'Ask for fewer lines, with `start_line` and `end_line`.'

/** Lines of a file, counted from 1, both included. */
export interface Lines {
  readonly start: number
  readonly end: number
}

/** What a history is narrowed to. `ref` is a commit, a branch, or a range of them. */
export interface LogQuery {
  readonly ref?: string | undefined
  readonly paths: readonly AgentPath[]
  /** In git's own words: 2026-11-01, "2 weeks ago". */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** A part of a name or an address. */
  readonly author?: string | undefined
  /** A part of a message. */
  readonly message?: string | undefined
  /** Only commits that add or remove this text. */
  readonly text?: string | undefined
  readonly maxCount: number
}

/** Without `ref`: what is on disk against the index, or the index against the last commit. */
export interface DiffQuery {
  readonly ref?: string | undefined
  readonly paths: readonly AgentPath[]
  readonly isStaged: boolean
}

/** What can be asked of one project's repository. Nothing is changed, and nothing that it names is run. */
export interface Repository {
  status(): Promise<ToolAnswer>
  diff(query: DiffQuery): Promise<ToolAnswer>
  log(query: LogQuery): Promise<ToolAnswer>
  /** One commit: what it says, and what it changed. */
  show(query: Omit<DiffQuery, 'isStaged'>): Promise<ToolAnswer>
  /** A file as a commit has it. */
  file(path: AgentPath, ref: string, lines?: Lines): Promise<ToolAnswer>
  /** Who last changed each line, and in which commit. */
  blame(path: AgentPath, ref?: string, lines?: Lines): Promise<ToolAnswer>
  branches(): Promise<ToolAnswer>
  stashes(): Promise<ToolAnswer>
  worktrees(): Promise<ToolAnswer>
}

/** What one call can ask of the repository that a session's folder is in. */
export function openRepository(place: GitPlace): Repository {
  return {
    status: () => readStatus(place),
    diff: (query) => readDiff(place, query),
    log: (query) => readLog(place, query),
    show: (query) => readCommit(place, query),
    file: (path, ref, lines) => readFileAt(place, { path, ref, lines }),
    blame: (path, ref, lines) => readBlame(place, { path, ref, lines }),
    branches: () => readBranches(place),
    stashes: () => readStashes(place),
    worktrees: () => readWorktrees(place),
  }
}

/** The latest first. */
async function readLog(place: GitPlace, query: LogQuery): Promise<ToolAnswer> {
  const { maxCount, ref } = query
  const args = [
    ...['--literal-pathspecs', 'log', `--format=${LOG_FORMAT}`, '--date=iso-strict', '-z'],
    ...['--no-show-signature', '-n', `${maxCount + 1}`, ...narrowed(query)],
    ...(ref === undefined ? [] : [ref]),
  ]
  const records = await readAllGitRecords(place, [...args, '--', ...toPathspecs(query.paths)], '\0')
  const all = records.filter(Boolean).map((record) => record.trimStart().split('\u001f'))
  const commits = all.slice(0, maxCount)
  const rows = commits.map(([id = '', at = '', who = '', , subject = '']) => [
    id,
    dayOf(at),
    who,
    subject,
  ])
  if (rows.length === 0) return { text: 'No commit matches.', display: { type: 'list', items: 0 } }
  const lines = commits.map(([id, at, who, refs, subject]) => {
    const at16 = at?.slice(0, 16).replace('T', ' ')
    return `${id} ${at16} ${who}: ${subject}${refs ? ` (${refs})` : ''}`
  })
  if (all.length > maxCount) lines.push(`[There are more than ${maxCount}. ${NARROWER}]`)
  const display = toTable(['Commit', 'When', 'Who', 'What'], rows)
  return { text: boundText(lines, NARROWER), display }
}

function narrowed({ since, until, author, message, text }: LogQuery): readonly string[] {
  return [
    ...(since === undefined ? [] : [`--since=${since}`]),
    ...(until === undefined ? [] : [`--until=${until}`]),
    ...(author === undefined ? [] : [`--author=${author}`]),
    ...(message === undefined ? [] : [`--grep=${message}`]),
    ...(author === undefined && message === undefined ? [] : ['-i', '--fixed-strings']),
    ...(text === undefined ? [] : [`-S${text}`]),
  ]
}

function dayOf(at: string): string {
  return at.slice(0, 10)
}

/** What is changed, staged, new or in conflict, and how the branch stands to that it follows. */
async function readStatus(place: GitPlace): Promise<ToolAnswer> {
  const args = ['status', '--short', '--branch', '--', '.']
  const lines = await readAllGitRecords(place, args)
  const [branch = '', ...files] = lines
  const clean = files.length === 0 ? ['Nothing is changed.'] : []
  const display = { type: 'list', items: files.length } as const
  return { text: boundText([branch, ...files, ...clean], 'Look at folders one by one.'), display }
}

/** Local ones first, the latest first. */
async function readBranches(place: GitPlace): Promise<ToolAnswer> {
  const args = ['for-each-ref', '--sort=-committerdate', `--format=${BRANCH_FORMAT}`]
  const local = await readAllGitRecords(place, [...args, 'refs/heads'])
  const remote = await readAllGitRecords(place, [...args, 'refs/remotes'])
  const all = [...local, ...remote].map((line) => line.split('\u001f'))
  const lines = all.map(([head, name, day, upstream, track, id, subject]) => {
    const follows = upstream ? ` → ${upstream}${track ? ` ${track}` : ''}` : ''
    return `${head === '*' ? '*' : ' '} ${name}${follows}  ${day} ${id} ${subject}`
  })
  return {
    text: boundText(orNone(lines, 'There are no branches yet.'), ''),
    display: listOf(lines),
  }
}

async function readStashes(place: GitPlace): Promise<ToolAnswer> {
  const args = ['stash', 'list', '--format=%gd%x1f%cr%x1f%gs']
  const rows = (await readAllGitRecords(place, args)).map((line) => line.split('\u001f'))
  const lines = rows.map((row) => row.join('  '))
  const text = boundText(orNone(lines, 'There is no stash.'), '')
  return {
    text,
    display: rows.length > 0 ? toTable(['Stash', 'When', 'What'], rows) : listOf(lines),
  }
}

async function readWorktrees(place: GitPlace): Promise<ToolAnswer> {
  const lines = await readAllGitRecords(place, ['worktree', 'list'])
  return { text: boundText(lines, ''), display: listOf(lines) }
}

function orNone(lines: readonly string[], none: string): readonly string[] {
  return lines.length > 0 ? lines : [none]
}

function listOf(lines: readonly string[]) {
  return { type: 'list', items: lines.length } as const
}

interface FileQuery {
  readonly path: AgentPath
  readonly ref?: string | undefined
  readonly lines?: Lines | undefined
}

/** What the commit has of the file. Git applies none of its filters. */
async function readFileAt(
  place: GitPlace,
  { path, ref = 'HEAD', lines }: FileQuery,
): Promise<ToolAnswer> {
  const args = ['cat-file', 'blob', `${ref}:${toPathspec(path)}`]
  const { start, end } = lines ?? { start: 1, end: MAX_LINES }
  const kept: string[] = []
  let count = 0
  for await (const line of readGitRecords(place, args)) {
    if (line.includes('\0')) throw new AppError('unsupported', `${path} is no text in ${ref}.`)
    count += 1
    if (count >= start && count <= end) kept.push(line)
  }
  if (kept.length === 0) {
    throw new AppError(
      'not-found',
      `${path} has ${count} lines in ${ref}: there are none from ${start} on.`,
    )
  }
  const last = start + kept.length - 1
  const head = `@@ ${path} in ${ref}, lines ${start}-${last} of ${count} @@`
  const text = boundText([head, ...kept], ASK_LINES)
  return { text, display: { type: 'text', lines: kept.length } }
}

/** Each line with its commit, its author and its day. */
async function readBlame(
  place: GitPlace,
  { path, ref, lines = { start: 1, end: MAX_LINES } }: FileQuery,
): Promise<ToolAnswer> {
  // Without a commit, git reads the file on disk, through links that lead anywhere.
  const refusal = ref === undefined ? findPlace(place.root, toWholePath(path)).refusal : undefined
  if (refusal !== undefined) throw new AppError('denied', refusal)
  const named = ref === undefined ? [] : [ref]
  const options = ['--date=short', '-w', '-M']
  const args = ['--literal-pathspecs', 'blame', ...options, ...named, '--', toPathspec(path)]
  const kept: string[] = []
  let count = 0
  // All is asked for: git refuses lines that a file does not have.
  for await (const line of readGitRecords(place, args)) {
    count += 1
    if (count >= lines.start && count <= lines.end) kept.push(line)
  }
  if (kept.length === 0) {
    throw new AppError(
      'not-found',
      `${path} has ${count} lines: there are none from ${lines.start} on.`,
    )
  }
  if (count > lines.end) kept.push(`[${path} has ${count} lines. ${ASK_LINES}]`)
  return { text: boundText(kept, ASK_LINES), display: { type: 'text', lines: kept.length } }
}

/** Agents may leave out the project's folder. */
function toWholePath(path: AgentPath): AgentPath {
  return path.startsWith('/') ? path : toAgentPath(path)
}
