import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { SpanId } from '#shared/lib/ids.ts'
import { openFixture, type StoreFixture } from '../../../../test/support/store-fixture.ts'
import { IndexFile } from './index-file.ts'
import { removeIndex } from './open-index.ts'
import { Search } from './search.ts'

const program = fileURLToPath(
  new URL('../../../../test/support/indexing-process.ts', import.meta.url),
)

/** Lets a process index until that many events can be found, and kills it in the middle of the next. */
async function indexAndKill(dataDir: string, enough: number): Promise<void> {
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    if (line === 'all' || Number(line) >= enough) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

const agentId = SpanId.parse('spn_lead')
const spanId = SpanId.parse('spn_call')

/** Prompts, and one answer that streams through all of them. */
function draft(count: number): Draft {
  const text = `Page ${count} of a long book, `
  if (count % 10 === 0) {
    return { kind: 'model.delta', agentId, spanId, data: { channel: 'text', text } }
  }
  return { kind: 'input.received', data: { text, attachments: [], files: [], isQueued: false } }
}

const EVENTS = 8_000
const HALF = EVENTS / 2

/** How many events can be found, by what the index's file says. */
function countIndexed(dataDir: string): number {
  using index = new IndexFile(dataDir)
  return index.sources().reduce((sum, { cursor }) => sum + cursor, 0)
}

/** Everything that is in the index, once all of it is; and how much there was at first. */
async function findAll({ store }: StoreFixture) {
  await using search = new Search({
    store,
    report: (error) => {
      throw error
    },
  })
  const question = { text: 'book', limit: 2 * EVENTS }
  const first = await search.find({ ...question, limit: 1 })
  const patient = { timeout: 60_000, interval: 50 }
  await vi.waitFor(async () => {
    expect((await search.find({ ...question, limit: 1 })).indexing).toBeUndefined()
  }, patient)
  const { found } = await search.find(question)
  const places = found.map(({ seq, type, snippet }) => ({ seq, type, snippet }))
  return { places, indexedAtFirst: first.indexing?.done ?? EVENTS }
}

test('after kill -9 in the middle of indexing it goes on where it was, with nothing twice', async () => {
  await using fixture = await openFixture()
  const { dataDir } = fixture
  const id = await fixture.newSession()
  await fixture.store.events.append(
    id,
    Array.from({ length: EVENTS }, (_, count) => draft(count)),
  )
  await fixture.store[Symbol.asyncDispose]()
  const reached: number[] = []
  for (const enough of [1, HALF]) {
    await indexAndKill(dataDir, enough)
    reached.push(countIndexed(dataDir))
  }
  const [first = 0, second = 0] = reached
  expect([first > 0, first < EVENTS, second >= HALF]).toEqual([true, true, true])
  await fixture.reopen()
  const killed = await findAll(fixture)
  expect(killed.indexedAtFirst).toBeGreaterThanOrEqual(second)
  removeIndex(dataDir)
  const undisturbed = await findAll(fixture)
  expect(killed.places.length).toBeGreaterThan(0.9 * EVENTS)
  expect(killed.places).toEqual(undisturbed.places)
}, 60_000)
