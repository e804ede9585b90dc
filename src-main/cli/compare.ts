import { type Comparison, compareRuns } from '#shared/compare/compare-runs.ts'
import { recordRun } from '#shared/compare/record-run.ts'
import { findRun } from '#shared/compare/run-events.ts'
import type { RunRecord } from '#shared/compare/run-record.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { tellComparison } from './comparison-words.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { toPrintable } from './format.ts'
import { openReader, type Reader } from './reader.ts'
import { resolveSession } from './session-name.ts'

const options = { json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery compare RUN RUN [--json]

  RUN                    SESSION.NUMBER, its runs counted from 1; SESSION alone is its last run.
                         SESSION is its id, the beginning of it, or last
  --json                 Both runs, step by step, as one object`,
  run: async (args) => {
    const positionals = { min: 2, max: 2, what: 'which two runs' }
    const { values, positionals: words } = readArgs(args, { name: 'compare', options, positionals })
    await using reader = await openReader(findDataFolder(values['data-dir'], process.env))
    const ids = reader?.store.summaries.list().map(({ id }) => id) ?? []
    const places = words.map((word) => parsePlace(word, ids))
    const [left, right] = places.map((place) => reader && readRun(reader, place))
    if (left && right) show(compareRuns(left, right), words, values.json ?? false)
    return EXIT.ok
  },
}

function show(comparison: Comparison, names: readonly string[], isJson: boolean): void {
  const [left = '', right = ''] = names
  console.log(
    isJson
      ? JSON.stringify(comparison)
      : toPrintable(tellComparison(comparison, { left, right }).join('\n')),
  )
}

interface Place {
  readonly written: string
  readonly sessionId: SessionId
  /** Absent: the last. */
  readonly run?: number
}

function parsePlace(written: string, ids: readonly SessionId[]): Place {
  const [, session = written, number] = /^(.*?)(?:\.(\d+))?$/.exec(written) ?? []
  const sessionId = resolveSession(session, ids)
  return { written, sessionId, ...(number !== undefined && { run: Number(number) }) }
}

function readRun({ store }: Reader, { written, sessionId, run }: Place): RunRecord {
  const { count, events } = findRun(eventsOf(store, sessionId), run)
  if (count > 0 && (run === undefined || run === count)) return recordRun(events)
  const there = count === 0 ? 'It has had none.' : `It has ${count}.`
  throw wrongUsage(`"${written}" names no run of its session. ${there}`)
}

function* eventsOf(store: Reader['store'], sessionId: SessionId): Generator<AnyEvent> {
  for (const page of store.events.read(sessionId)) yield* page
}
