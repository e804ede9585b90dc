import type { SessionId } from '#shared/lib/ids.ts'
import { foldStates, initStates, type SessionStates } from '#shared/projections/index.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readCount } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson } from '../command-line/format-output.ts'
import { resolveSession } from '../host-client/find-session.ts'
import { openReader, type Reader } from '../host-client/store-reader.ts'
import { tellReviews } from '../review/review-text.ts'
import { plainReporter } from '../run-output/reporter.ts'

export const command = defineCommand({
  name: 'replay',
  usage: ['orrery replay SESSION [--at PLACE] [--json]'],
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
    at: {
      type: 'string',
      value: 'PLACE',
      help: 'As it was when this event had just been written: its seq, or the name of\na bookmark (here: the last)',
    },
    json: {
      type: 'boolean',
      help: 'Every projection at that point: { seq, transcript, timeline, … }',
    },
  },
  positionals: { min: 1, max: 1, what: 'which session' },
  run: async ({ values, positionals: words }) => {
    const [written = ''] = words
    await using reader = await openReader(findDataFolder(values['data-dir'], process.env))
    const all = reader?.store.summaries.list() ?? []
    const ids = all.map(({ id }) => id)
    const sessionId = resolveSession(written, ids)
    if (reader) show(reader, sessionId, { at: values.at, isJson: values.json ?? false })
    return EXIT.ok
  },
})

interface Shown {
  readonly at: string | undefined
  readonly isJson: boolean
}

function show({ store }: Reader, sessionId: SessionId, { at, isJson }: Shown): void {
  const seq = at === undefined ? store.events.lastSeq(sessionId) : findPlace(store, sessionId, at)
  if (isJson) console.log(formatJson(toOutput(seq, statesAt(store, sessionId, seq))))
  else tell(store, sessionId, seq)
}

/** Scripts may still read `changes` by its former name, `review`. */
function toOutput(seq: number, states: SessionStates) {
  return { seq, ...states, review: states.changes }
}

function findPlace(store: Reader['store'], sessionId: SessionId, written: string): number {
  const last = store.events.lastSeq(sessionId)
  if (!/^\d+$/.test(written)) return findBookmark(statesAt(store, sessionId, last), written)
  const seq = readCount('--at', written) ?? last
  if (seq <= last) return seq
  throw wrongUsage(`The session has ${last} events: --at takes at most ${last}.`)
}

/** The first of that name. */
function findBookmark({ bookmarks }: SessionStates, name: string): number {
  const all = Object.values(bookmarks.bySeq)
  const found = all.find(({ label }) => label?.toLowerCase() === name.toLowerCase())
  if (found) return found.seq
  const names = all.flatMap(({ label }) => label ?? []).join(', ')
  throw wrongUsage(
    `--at takes a seq, or the name of a bookmark. ${names ? `There are: ${names}` : 'There is none.'}`,
  )
}

/** A fold of the log alone. */
function statesAt(store: Reader['store'], sessionId: SessionId, seq: number): SessionStates {
  const states = initStates()
  for (const page of store.events.read(sessionId, { through: seq })) foldStates(states, page)
  return states
}

/** Where nobody says how wide it may be. */
const COLUMNS = 100

function tell(store: Reader['store'], sessionId: SessionId, seq: number): void {
  using reporter = plainReporter(process.stdout)
  const states = initStates()
  for (const page of store.events.read(sessionId, { through: seq })) {
    reporter.receive(page)
    foldStates(states, page)
  }
  process.stdout.write(tellReviews(states, sessionId, process.stdout.columns || COLUMNS))
  reporter.end(sessionId)
}
