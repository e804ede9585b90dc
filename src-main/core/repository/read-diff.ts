import { nameIn, splitNames } from '#shared/code-review/diff-header.ts'
import { type GitPlace, readGitRecords } from '../git/read-git-records.ts'
import type { ToolAnswer } from '../tools/answers/tool-answer.ts'
import { toPathspecs } from '../workspace/paths/agent-path.ts'
import { cutLine, MAX_CHARS, toTable } from './bounded-output.ts'
import type { DiffQuery } from './repository.ts'

const PATCH = ['--src-prefix=a/', '--dst-prefix=b/', '-M', '--relative']

export async function readDiff(
  place: GitPlace,
  { ref, paths, isStaged }: DiffQuery,
): Promise<ToolAnswer> {
  const files = new DiffFiles()
  const staged = isStaged ? ['--cached'] : []
  const which = [...staged, ...(ref === undefined ? [] : [ref])]
  const args = ['--literal-pathspecs', 'diff', ...PATCH, ...which, '--', ...toPathspecs(paths)]
  for await (const line of readGitRecords(place, args)) files.take(line)
  return answer(files, { ref, isStaged })
}

const HEADER = '%H%n%an <%ae>, %ad%n%D%n%n%B%x00'

/** What it says, and what it changed: of a merge, what that brought in. */
export async function readCommit(
  place: GitPlace,
  { ref = 'HEAD', paths }: Omit<DiffQuery, 'isStaged'>,
): Promise<ToolAnswer> {
  const said: string[] = []
  const files = new DiffFiles()
  const args = [
    '--literal-pathspecs',
    'show',
    ...PATCH,
    `--format=${HEADER}`,
    '--diff-merges=first-parent',
    '--date=iso',
    `${ref}^{commit}`,
  ]
  let isHeader = true
  for await (const line of readGitRecords(place, [...args, '--', ...toPathspecs(paths)])) {
    if (!isHeader) files.take(line)
    else if (said.length < MAX_SAID) said.push(line.replace('\0', ''))
    if (line.endsWith('\0')) isHeader = false
  }
  const { text, display } = answer(files, { ref, isStaged: false })
  return { text: `commit ${said.join('\n').trimEnd()}\n\n${text}`, ...(display && { display }) }
}

const MAX_SAID = 200

function answer(
  { files }: DiffFiles,
  { ref, isStaged }: Pick<DiffQuery, 'ref' | 'isStaged'>,
): ToolAnswer {
  const rows = files.map(({ path, added, removed }) => [path, `+${added}`, `−${removed}`])
  const display = toTable(['File', 'Added', 'Removed'], rows)
  if (files.length > 0) return { text: tellDiff(files), display }
  const other =
    isStaged || ref !== undefined ? '' : ' Files that git does not know are in `status`.'
  return { text: `Nothing differs.${other}`, display: { type: 'text', lines: 1 } }
}

/** One file of a diff: how much changed, and its lines as far as there is room for them. */
interface DiffFile {
  readonly path: string
  readonly added: number
  readonly removed: number
  readonly lines: readonly string[]
  /** Lines that are not in `lines`. */
  readonly leftOut: number
}

interface Reading {
  path: string
  added: number
  removed: number
  readonly lines: string[]
  leftOut: number
  isInHunk: boolean
}

/** More lines than this of one file are not shown: others have their turn. */
const MAX_LINES = 400

/** Takes a diff line by line, and keeps what an answer holds; all of it is counted. */
class DiffFiles {
  readonly #files: Reading[] = []
  #chars = 0

  take(line: string): void {
    if (line.startsWith('diff --')) {
      this.#files.push(begin(line))
      return
    }
    const file = this.#files.at(-1)
    if (!file) return
    if (line.startsWith('@@')) file.isInHunk = true
    if (file.isInHunk) count(file, line)
    else if (!isSaid(line)) return
    else if (line.startsWith(RENAMED)) file.path = nameIn(line.slice(RENAMED.length))
    const shown = cutLine(line)
    const hasRoom = file.lines.length < MAX_LINES && this.#chars + shown.length < MAX_CHARS
    if (!hasRoom) {
      file.leftOut += 1
      return
    }
    file.lines.push(shown)
    this.#chars += shown.length + 1
  }

  get files(): readonly DiffFile[] {
    return this.#files
  }
}

const RENAMED = 'rename to '

function begin(line: string): Reading {
  return { path: pathIn(line), added: 0, removed: 0, lines: [], leftOut: 0, isInHunk: false }
}

function count(file: Reading, line: string): void {
  if (line.startsWith('+')) file.added += 1
  if (line.startsWith('-')) file.removed += 1
}

/** Of what stands over a file's hunks: what is no more than its names again is left out. */
function isSaid(line: string): boolean {
  return !/^(?:index |--- |\+\+\+ )/u.test(line)
}

/** `diff --git a/old b/new`, and of a merge `diff --cc path`; '' where only a line below says how it was renamed. */
function pathIn(line: string): string {
  const [, merged] = /^diff --(?:cc|combined) (.*)$/u.exec(line) ?? []
  if (merged !== undefined) return nameIn(merged)
  const [, now = ''] = splitNames(line.slice('diff --git '.length)) ?? []
  return now.slice('b/'.length)
}

const PLACE = '/workspace'

/** What was changed, by file, for a model: counts first, then the lines, then what was left out. */
function tellDiff(files: readonly DiffFile[]): string {
  const counts = files.map(({ path, added, removed }) => `${PLACE}/${path} +${added} −${removed}`)
  const named = counts.slice(0, MAX_NAMED)
  if (counts.length > named.length) named.push(`[${counts.length - named.length} more files]`)
  const parts = files.filter(({ lines }) => lines.length > 0).map(tellFile)
  const hidden = files.filter(({ lines, leftOut }) => lines.length === 0 && leftOut > 0).length
  if (hidden > 0) parts.push(`[${hidden} more files are not shown. ${NARROWER}]`)
  return [named.join('\n'), ...parts].join('\n\n')
}

const MAX_NAMED = 300
const NARROWER = 'Name `paths` to see them.'

function tellFile({ path, lines, leftOut }: DiffFile): string {
  const left = leftOut > 0 ? [`[${leftOut} more lines of it are left out. ${NARROWER}]`] : []
  return [`=== ${PLACE}/${path}`, ...lines, ...left].join('\n')
}
