import { cutRange, lastDays } from '#shared/spending/day-ranges.ts'
import {
  type ExportedRow,
  type KeyedSums,
  rowsOf,
  sumByDay,
  toCsv,
} from '#shared/spending/day-sums.ts'
import { Dimension, type SpendingFilter } from '#shared/spending/spending-query.ts'
import { isAsked, type SpendingSession, SpendingSums } from '#shared/spending/spending-sums.ts'
import { NO_RUN, type SpentRun, sumByRun } from '../../core/spending/spending.ts'
import type { Store } from '../../core/store/store.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice, readCount } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import {
  formatCost,
  formatCount,
  formatJson,
  formatTokens,
  toLine,
  toPrintable,
} from '../command-line/format-output.ts'
import { realFolder } from '../host-client/project-folder.ts'
import { openReader } from '../host-client/store-reader.ts'

const DAYS = 21

/** The dashboard's dimensions, and those that only this command has. */
const GROUPINGS = [...Dimension.options, 'run', 'day'] as const
type Grouping = (typeof GROUPINGS)[number]

export const command = defineCommand({
  name: 'cost',
  usage: ['orrery cost [--days N] [--by WHAT] [--project DIR] [--json | --csv]'],
  about: `Says what model calls cost, what cost most first. A call that asked for several tools counts for
each of them in equal parts. What deleted sessions cost is counted, too.`,
  table: {
    days: { type: 'string', value: 'N', help: 'In the last N days, today included (21)' },
    by: {
      type: 'string',
      value: 'WHAT',
      help: 'project, session, type, provider, model, tool, run, day (type, or agent: the subagent type). Days are listed in order, and are those of the local calendar',
    },
    project: { type: 'string', value: 'DIR', help: 'In the sessions of this project' },
    '--json, --csv': { help: 'All sums, as JSON or as a table for a spreadsheet' },
    json: { type: 'boolean' },
    csv: { type: 'boolean' },
  },
  run: async ({ values }) => {
    const by = readChoice('--by', toGrouping(values.by), GROUPINGS) ?? 'type'
    const days = readCount('--days', values.days) ?? DAYS
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using reader = await openReader(dataDir)
    const store = reader?.store
    const where = await whereOf(store, values.project)
    const { sums, nameOf } = await sumUp(store, { by, where, days })
    const rows = rowsOf(sums, nameOf)
    if (values.json) console.log(formatJson(rows))
    else if (values.csv) process.stdout.write(formatCsv(rows, process.stdout.isTTY))
    else console.log(toText(sums, rows, days))
    return EXIT.ok
  },
})

interface Query {
  readonly by: Grouping
  readonly where: SpendingFilter
  readonly days: number
}

interface NamedSums {
  readonly sums: KeyedSums
  readonly nameOf: (key: string) => string
}

async function sumUp(store: Store | undefined, { by, where, days }: Query): Promise<NamedSums> {
  const { edges } = cutRange(lastDays(days, Date.now()), 'month')
  const range = { from: edges[0] ?? 0, until: edges.at(-1) ?? 0 }
  const sessions = listSpending(store, where)
  if (by === 'day') return { sums: sumByDay(sessions, range), nameOf: (day) => day }
  if (by === 'run') {
    const sums = await sumByRun(store, sessions, range)
    return { sums, nameOf: nameRuns(store, sums.runs) }
  }
  const sums = new SpendingSums({ edges: [...edges], by, where })
  for (const session of sessions) sums.add(session)
  return { sums: sums.report(), nameOf: namesOf(store, by) }
}

function* listSpending(
  store: Store | undefined,
  where: SpendingFilter,
): Generator<SpendingSession> {
  for (const session of store?.summaries.spending() ?? []) {
    if (isAsked(session, where)) yield session
  }
}

/** Also by what the dashboard calls them, and by what they are about. */
const groupingsByName: ReadonlyMap<string, Grouping> = new Map([
  ...GROUPINGS.map((one) => [one, one] as const),
  ['agent', 'type'],
  ['subagent', 'type'],
  ['agent type', 'type'],
  ['subagent type', 'type'],
])

/** Also in the plural, and however it is written; what is none stays as it is. */
function toGrouping(written: string | undefined): string | undefined {
  const words = written
    ?.toLowerCase()
    .replaceAll(/[-_ ]+/g, ' ')
    .replace(/s$/, '')
  return words === undefined ? undefined : (groupingsByName.get(words) ?? written)
}

async function whereOf(
  store: Store | undefined,
  folder: string | undefined,
): Promise<SpendingFilter> {
  if (folder === undefined) return {}
  const path = await realFolder(folder)
  const project = store?.projects.list().find((one) => one.path === path)
  if (project) return { projectId: project.id }
  throw wrongUsage(`${path} was never opened as a project, so no session is about it.`)
}

/** A run is named by its id, its number in the session, as `orrery compare` takes it, and the title. */
function nameRuns(
  store: Store | undefined,
  runs: ReadonlyMap<string, SpentRun>,
): (key: string) => string {
  const titles = new Map(store?.summaries.list().map(({ id, title }) => [id, title]))
  return (key) => {
    const run = runs.get(key)
    if (run) return `${key}  run ${run.number} of ${titles.get(run.sessionId) ?? run.sessionId}`
    return key === NO_RUN ? '(deleted sessions, and calls outside of runs)' : key
  }
}

/** What groups are called; looked up once, for a reader folds anew whenever it is asked. */
function namesOf(store: Store | undefined, by: Dimension): (key: string) => string {
  if (by === 'session') {
    const titles = new Map(store?.summaries.list().map(({ id, title }) => [String(id), title]))
    return (key) => `${key}  ${titles.get(key) ?? '(deleted)'}`
  }
  const names = new Map(store?.projects.list().map(({ id, name }) => [String(id), name]))
  if (by === 'project') return (key) => names.get(key) ?? key
  return (key) => (key === '' || key === ':' ? '(deleted sessions)' : key)
}

/** CSV that is shown, not saved, must not steer the terminal. */
function formatCsv(rows: readonly ExportedRow[], isShown: boolean): string {
  const csv = toCsv(rows)
  return isShown ? toPrintable(csv) : csv
}

function toText(
  { total, sessions }: KeyedSums,
  rows: readonly ExportedRow[],
  days: number,
): string {
  if (total.calls === 0 && total.costUsd === 0) {
    return `No model was called in ${formatCount(days, 'day')}.`
  }
  const lines = rows.map((row) => {
    const tokens = formatTokens(Math.round(row.inputTokens + row.outputTokens))
    const cost = formatCost(row.costUsd, Math.ceil(row.unpricedCalls))
    return `${toLine(row.name, 60).padEnd(60)}  ${tokens.padStart(7)} tokens  ${cost}`
  })
  const calls = `${formatCount(total.calls, 'call')} in ${formatCount(sessions, 'session')}`
  const all = formatCost(total.costUsd, total.unpricedCalls)
  return [...lines, '', `${all} in ${formatCount(days, 'day')}, ${calls}`].join('\n')
}
