import { AppError } from '#shared/error.ts'
import { type GitPlace, readGitRecords } from '../git/read-git-records.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import { toAgentPath } from '../workspace/agent-path.ts'
import type { AgentPath } from '../workspace/define.ts'
import { findPlace } from '../workspace/place-on-disk.ts'
import { boundText } from './bounded.ts'
import type { Lines } from './define.ts'
import { toPathspec } from './git-paths.ts'

/** Of a file at once, where no lines are named. */
const MAX_LINES = 500

export interface FileQuery {
  readonly path: AgentPath
  readonly ref?: string | undefined
  readonly lines?: Lines | undefined
}

/** What the commit has of the file. Git applies none of its filters. */
export async function readFileAt(
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

const ASK_LINES = 'Ask for fewer lines, with `start_line` and `end_line`.'

/** Each line with its commit, its author and its day. */
export async function readBlame(
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
