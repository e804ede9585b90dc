// Run by a test, which ends it with kill -9: forks a session again and again until then, saying on
// stdout that it has begun.
import { parseArgs } from 'node:util'
import { SessionId } from '#shared/lib/ids.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { openTestHost } from './host-fixture.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [dataDir = '', id = ''] = positionals
const sessionId = SessionId.parse(id)
const host = await openTestHost({ dataDir })
const { signal } = new AbortController()
const { seq } = await joinStates(host.handlers['sessions.open']({ sessionId }, signal))
process.stdout.write('begun\n')
for (;;) await host.handlers['sessions.fork']({ sessionId, seq }, signal)
