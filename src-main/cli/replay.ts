import type { SessionId } from '#shared/ids.ts'
import { foldStates, initStates, type SessionStates } from '#shared/projections/index.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs, readCount } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { openReader, type Reader } from './reader.ts'
import { plainReporter } from './reporter.ts'
import { resolveSession } from './session-name.ts'

const options = { at: { type: 'string' }, json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery replay SESSION [--at SEQ] [--json]

  SESSION                Its id, the beginning of it, or last
  --at SEQ               As it was when this event had just been written (here: the last)
  --json                 Every projection at that point: { seq, transcript, timeline, … }`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session' }
    const { values, positionals: words } = readArgs(args, { name: 'replay', options, positionals })
    const [written = ''] = words
    const at = readCount('--at', values.at)
    await using reader = await openReader(findDataFolder(values['data-dir'], process.env))
    const all = reader?.store.summaries.list() ?? []
    const ids = all.map(({ id }) => id)
    const sessionId = resolveSession(written, ids)
    if (reader) show(reader, sessionId, { at, isJson: values.json ?? false })
    return EXIT.ok
  },
}

interface Shown {
  readonly at: number | undefined
  readonly isJson: boolean
}

function show({ store }: Reader, sessionId: SessionId, { at, isJson }: Shown): void {
  const last = store.events.lastSeq(sessionId)
  if (at !== undefined && at > last) {
    throw wrongUsage(`The session has ${last} events: --at takes at most ${last}.`)
  }
  const seq = at ?? last
  if (isJson) console.log(JSON.stringify({ seq, ...statesAt(store, sessionId, seq) }))
  else tell(store, sessionId, seq)
}

/** A fold of the log alone. */
function statesAt(store: Reader['store'], sessionId: SessionId, seq: number): SessionStates {
  const states = initStates()
  for (const page of store.events.read(sessionId, { through: seq })) foldStates(states, page)
  return states
}

function tell(store: Reader['store'], sessionId: SessionId, seq: number): void {
  using reporter = plainReporter(process.stdout)
  for (const page of store.events.read(sessionId, { through: seq })) reporter.receive(page)
  reporter.end(sessionId)
}
