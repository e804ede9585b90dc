// Run by a test, which ends it with kill -9: owns a store and appends until then, saying on stdout
// which events the log has promised are durable.
import { parseArgs } from 'node:util'
import { SessionId } from '#shared/lib/ids.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { note } from './store-fixture.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [dataDir = '', id = ''] = positionals
const sessionId = SessionId.parse(id)
const store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })

async function appendForever(name: string): Promise<never> {
  for (let count = 0; ; count += 1) {
    const result = store.blobs.storeText(sessionId, `${name} ${count} `.repeat(6_000))
    const [event] = await store.events.append(sessionId, [
      { kind: 'tool.ended', data: { outcome: 'ok', result } },
      note(`${name} ${count}`),
    ])
    process.stdout.write(`${event?.seq}\n`)
  }
}

await Promise.all(['a', 'b', 'c'].map(appendForever))
