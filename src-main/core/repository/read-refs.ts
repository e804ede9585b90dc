import { type GitPlace, readAllGitRecords } from '../git/read-git-records.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import { boundText, toTable } from './bounded.ts'

/** What is changed, staged, new or in conflict, and how the branch stands to that it follows. */
export async function readStatus(place: GitPlace): Promise<ToolAnswer> {
  const args = ['status', '--short', '--branch', '--', '.']
  const lines = await readAllGitRecords(place, args)
  const [branch = '', ...files] = lines
  const clean = files.length === 0 ? ['Nothing is changed.'] : []
  const display = { type: 'list', items: files.length } as const
  return { text: boundText([branch, ...files, ...clean], 'Look at folders one by one.'), display }
}

const BRANCH = ['%(HEAD)', '%(refname:short)', '%(committerdate:short)', '%(upstream:short)']
  .concat('%(upstream:track)', '%(objectname:short)', '%(subject)')
  .join('%1f')

/** Local ones first, the latest first. */
export async function readBranches(place: GitPlace): Promise<ToolAnswer> {
  const args = ['for-each-ref', '--sort=-committerdate', `--format=${BRANCH}`]
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

export async function readStashes(place: GitPlace): Promise<ToolAnswer> {
  const args = ['stash', 'list', '--format=%gd%x1f%cr%x1f%gs']
  const rows = (await readAllGitRecords(place, args)).map((line) => line.split('\u001f'))
  const lines = rows.map((row) => row.join('  '))
  const text = boundText(orNone(lines, 'There is no stash.'), '')
  return {
    text,
    display: rows.length > 0 ? toTable(['Stash', 'When', 'What'], rows) : listOf(lines),
  }
}

export async function readWorktrees(place: GitPlace): Promise<ToolAnswer> {
  const lines = await readAllGitRecords(place, ['worktree', 'list'])
  return { text: boundText(lines, ''), display: listOf(lines) }
}

function orNone(lines: readonly string[], none: string): readonly string[] {
  return lines.length > 0 ? lines : [none]
}

function listOf(lines: readonly string[]) {
  return { type: 'list', items: lines.length } as const
}
