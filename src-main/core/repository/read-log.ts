import { type GitPlace, readAllGitRecords } from '../git/read-git-records.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import { boundText, toTable } from './bounded.ts'
import type { LogQuery } from './define.ts'
import { toPathspecs } from './git-paths.ts'

const FORMAT = ['%h', '%ad', '%an', '%D', '%s'].join('%x1f')

/** The latest first. */
export async function readLog(place: GitPlace, query: LogQuery): Promise<ToolAnswer> {
  const { maxCount, ref } = query
  const args = [
    ...['--literal-pathspecs', 'log', `--format=${FORMAT}`, '--date=iso-strict', '-z'],
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

const NARROWER = 'Ask for a path, a time, an author or a text, or for more with `max_count`.'

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
