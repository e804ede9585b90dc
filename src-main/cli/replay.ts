import type { SessionId } from '#shared/ids.ts'
import { foldStates, initStates, type SessionStates } from '#shared/projections/index.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs, readCount } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { tellReviews } from './past-reviews.ts'
import { openReader, type Reader } from './reader.ts'
import { plainReporter } from './reporter.ts'
import { resolveSession } from './session-name.ts'

const options = { at: { type: 'string' }, json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery replay SESSION [--at PLACE] [--json]

  SESSION                Its id, the beginning of it, or last
  --at PLACE             As it was when this event had just been written: its seq, or the name of
                         a bookmark (here: the last)
  --json                 Every projection at that point: { seq, transcript, timeline, … }`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session' }
    const { values, positionals: words } = readArgs(args, { name: 'replay', options, positionals })
    const [written = ''] = words
    await using reader = await openReader(findDataFolder(values['data-dir'], process.env))
    const all = reader?.store.summaries.list() ?? []
    const ids = all.map(({ id }) => id)
    const sessionId = resolveSession(written, ids)
    if (reader) show(reader, sessionId, { at: values.at, isJson: values.json ?? false })
    return EXIT.ok
  },
}

interface Shown {
  readonly at: string | undefined
  readonly isJson: boolean
}

function show({ store }: Reader, sessionId: SessionId, { at, isJson }: Shown): void {
  const seq = at === undefined ? store.events.lastSeq(sessionId) : findPlace(store, sessionId, at)
  if (isJson) console.log(JSON.stringify({ seq, ...statesAt(store, sessionId, seq) }))
  else tell(store, sessionId, seq)
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
