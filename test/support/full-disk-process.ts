// Run by a test on a disk that gets full: owns a store, appends until what it writes is held in
// memory, says so on stdout, goes on a little, and ends once all of it has come to disk.
import { parseArgs } from 'node:util'
import { SessionId } from '#shared/lib/ids.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { note } from './store-fixture.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [dataDir = '', id = ''] = positionals
const sessionId = SessionId.parse(id)
const store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
const staying = setInterval(() => undefined, 1000)
const { promise: saved, resolve } = Promise.withResolvers<void>()
using _watching = store.onDidChangeSaving(() => {
  if (store.unsaved === undefined) resolve()
})

async function append(count: number): Promise<void> {
  // Large enough to be kept aside, and not to be compressed away.
  const text = Array.from({ length: 3_000 }, (_, index) => Math.sin(count * index)).join(' ')
  const result = store.blobs.storeText(sessionId, text)
  await store.events.append(sessionId, [
    { kind: 'tool.ended', data: { outcome: 'ok', result } },
    note(`${count} ${text.length}`),
  ])
}

let count = 0
while (store.unsaved === undefined) await append(count++)
for (const last = count + 20; count < last; ) await append(count++)
process.stdout.write(`held ${store.events.lastSeq(sessionId)} ${store.unsaved}\n`)
await saved
await append(count++)
clearInterval(staying)
await store[Symbol.asyncDispose]()
