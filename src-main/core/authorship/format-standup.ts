import { ellipsize } from '#shared/lib/truncate-text.ts'
import type { ToolAnswer } from '../tools/answers/tool-answer.ts'
import { type Commit, countCommits, isBot, People } from './commit-authors.ts'
import { tellTime } from './parse-period.ts'
import type { SessionWork, WorkRun } from './work-in-sessions.ts'

/** All that is known of a time. */
export interface Standup {
  readonly since: number
  readonly author?: string | undefined
  /** Absent: why git could not say. */
  readonly commits: readonly Commit[] | string
  /** There are older ones than were read. */
  readonly isCut: boolean
  /** Files that differ from the last commit. */
  readonly uncommitted: readonly string[]
  readonly work: readonly SessionWork[]
}

interface PersonWork {
  readonly name: string
  readonly commits: readonly Commit[]
}

/** What changed since then, by whom, and what that does not tell. */
export function tellStandup(standup: Standup): ToolAnswer {
  const { since, commits, work } = standup
  const people = typeof commits === 'string' ? [] : toPeople(commits)
  const parts = [
    `# Since ${tellTime(since)} (UTC)`,
    tellCommits(standup, people),
    tellPlaces(people.flatMap((one) => one.commits)),
    tellUncommitted(standup),
    tellWork(work),
    tellUnknown(standup),
  ]
  const rows = [
    ...people.map(({ name, commits: own }) => [name, countCommits(own.length), lines(own)]),
    ...work.map(({ title, runs, files }) => [title, tellRuns(runs), `${files.length} files`]),
  ]
  const shown = rows.slice(0, 50)
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    display: {
      type: 'table',
      columns: ['Who, or which session', 'What', 'How much'],
      rows: shown,
      more: rows.length - shown.length,
    },
  }
}

function toPeople(commits: readonly Commit[]): readonly PersonWork[] {
  const people = new People()
  for (const commit of commits) people.add(commit)
  const byPerson = Map.groupBy(commits, (commit) => people.idOf(commit))
  return [...byPerson]
    .map(([id, own]) => ({ name: people.nameOf(id), commits: own }))
    .toSorted((one, other) => other.commits.length - one.commits.length)
}

const MAX_PEOPLE = 20
const MAX_COMMITS = 15

function tellCommits({ commits, isCut, author }: Standup, people: readonly PersonWork[]): string {
  if (typeof commits === 'string') return `## Commits\n${commits}`
  const of = author === undefined ? '' : ` of “${author}”`
  if (commits.length === 0) return `## Commits\nNone${of}, on any branch that is here.`
  const head = `## Commits: ${commits.length}${isCut ? ' (the latest; there are more)' : ''}${of}, on all branches that are here`
  const told = people.slice(0, MAX_PEOPLE).map(tellPerson)
  const rest = people.length - told.length
  return [head, ...told, ...(rest > 0 ? [`and ${rest} more people`] : [])].join('\n')
}

function tellPerson({ name, commits }: PersonWork): string {
  const bot = commits.every(isBot) ? ' (a program)' : ''
  const shown = commits.slice(0, MAX_COMMITS).map(({ id, at, subject, files }) => {
    const places = files.length === 1 ? (files[0]?.path ?? '') : `${files.length} files`
    return `- ${id.slice(0, 10)} ${tellTime(at)} ${ellipsize(subject, 160)} (${places})`
  })
  const rest = commits.length - shown.length
  if (rest > 0) shown.push(`- and ${rest} more`)
  return [`### ${name}${bot}: ${countCommits(commits.length)}, ${lines(commits)}`, ...shown].join(
    '\n',
  )
}

function lines(commits: readonly Commit[]): string {
  const files = commits.flatMap((commit) => commit.files)
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return `+${added} −${removed} lines in ${new Set(files.map(({ path }) => path)).size} files`
}

const MAX_PLACES = 12

/** Where most of it was. */
function tellPlaces(commits: readonly Commit[]): string {
  const counts = new Map<string, number>()
  for (const { path } of commits.flatMap(({ files }) => files)) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/') || '.'
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  if (counts.size === 0) return ''
  const most = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const told = most.slice(0, MAX_PLACES).map(([folder, count]) => `${folder} (${count})`)
  return `## Where, by changes of files\n${told.join(', ')}`
}

const MAX_FILES = 30

function tellUncommitted({ commits, uncommitted }: Standup): string {
  if (typeof commits === 'string') return ''
  if (uncommitted.length === 0) return '## Not committed\nNothing.'
  const shown = uncommitted.slice(0, MAX_FILES)
  const rest = uncommitted.length - shown.length
  return ['## Not committed', ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

const MAX_SESSIONS = 20

function tellWork(work: readonly SessionWork[]): string {
  if (work.length === 0) return '## Sessions of Orrery\nNone.'
  const runs = work.reduce((sum, one) => sum + one.runs.length, 0)
  const cost = work.reduce((sum, one) => sum + one.costUsd, 0)
  const some = work.some(({ hasUnpriced }) => hasUnpriced) ? ', and calls without a price' : ''
  const head = `## Sessions of Orrery: ${work.length}, with ${runs} runs, ${tellCost(cost)}${some}`
  const told = work.slice(0, MAX_SESSIONS).map(tellSession)
  const rest = work.length - told.length
  return [head, ...told, ...(rest > 0 ? [`and ${rest} more sessions`] : [])].join('\n')
}

const MAX_CHANGED = 10

function tellSession({ title, runs, costUsd, files, isRunning, waiting }: SessionWork): string {
  const now = [isRunning && 'runs now', waiting > 0 && `waits for a person (${waiting})`]
  const state = now.filter((one) => one !== false).map((one) => `; ${one}`)
  const named = files.slice(0, MAX_CHANGED).join(', ')
  const more = files.length > MAX_CHANGED ? ` and ${files.length - MAX_CHANGED} more` : ''
  const changed = files.length > 0 ? `\n  changed: ${named}${more}` : ''
  const reason = runs.findLast((run) => run.reason !== undefined)?.reason
  const ended = reason === undefined ? '' : `\n  last reason: ${ellipsize(reason, 300)}`
  return `- ${title}: ${tellRuns(runs)}, ${tellCost(costUsd)}${state.join('')}${changed}${ended}`
}

function tellRuns(runs: readonly WorkRun[]): string {
  const outcomes = Map.groupBy(runs, ({ outcome }) => outcome ?? 'not ended')
  const told = [...outcomes].map(([outcome, some]) => `${some.length} ${outcome}`)
  return `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}${told.length > 0 ? ` (${told.join(', ')})` : ''}`
}

function tellCost(costUsd: number): string {
  return `$${costUsd.toFixed(costUsd < 1 ? 3 : 2)}`
}

function tellUnknown({ author, work }: Standup): string {
  const unknown = [
    '- What others have not pushed, or what was pushed and not fetched here: nothing is fetched.',
    '- Merges are not counted, and of several authors of one commit only the first is.',
    '- Sessions are those on this machine. They do not say which person asked; a session’s changes may be in commits above as well.',
    author !== undefined && work.length > 0 && '- The author narrows commits alone.',
  ]
  return ['## What this does not know', ...unknown.filter((one) => one !== false)].join('\n')
}
