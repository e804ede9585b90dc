import { type GitPlace, readGitRecords } from '../git/read-git-records.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import { toTable } from './bounded.ts'
import type { DiffQuery } from './define.ts'
import { DiffFiles, tellDiff } from './diff-files.ts'
import { toPathspecs } from './git-paths.ts'

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
