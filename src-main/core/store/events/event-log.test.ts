import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { note, openFixture, type StoreFixture } from '../../../../test/support/store-fixture.ts'
import { hashOf } from '../../runtime/ids.ts'

function readAll({ store }: StoreFixture, id: SessionId, after = 0): AnyEvent[] {
  return [...store.events.read(id, { after })].flat()
}

function rawDatabase({ dataDir }: StoreFixture): Database.Database {
  return new Database(join(dataDir, 'orrery.db'))
}

test('events are dense from 1 in each session, however appends interleave', async () => {
  await using fixture = await openFixture()
  const [one, two] = [await fixture.newSession(), await fixture.newSession()]
  const { events } = fixture.store
  await Promise.all([
    events.append(one, [note('a'), note('b')]),
    events.append(two, [note('c')]),
    events.append(one, [note('d')]),
  ])
  expect(readAll(fixture, one).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(readAll(fixture, two).map(({ seq }) => seq)).toEqual([1, 2])
})

test('what is read is what the append answered', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  fixture.clock.time = 2_000.25
  const draft = { ...note('a'), runId: 'run_1', spanId: 'spn_1', agentId: 'spn_0' } as Draft
  const appended = await fixture.store.events.append(id, [draft])
  expect(appended).toEqual([{ ...draft, sessionId: id, seq: 2, at: 2_000.25 }])
  expect(readAll(fixture, id, 1)).toEqual(appended)
})

test('time never runs backwards within a session, even over a restart', async () => {
  await using fixture = await openFixture()
  fixture.clock.time = 5_000
  const id = await fixture.newSession()
  fixture.clock.time = 4_000
  await fixture.store.events.append(id, [note('a')])
  const { events } = await fixture.reopen()
  fixture.clock.time = 3_000
  await events.append(id, [note('b')])
  expect(readAll(fixture, id).map(({ at }) => at)).toEqual([5_000, 5_000, 5_000])
})

test('a draft that is not what its kind says throws at once, and nothing is written', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const bad = { kind: 'tool.progressed', data: { message: 7 } } as unknown as Draft
  expect(() => fixture.store.events.append(id, [note('a'), bad])).toThrow()
  await fixture.store.flush()
  expect(fixture.store.events.lastSeq(id)).toBe(1)
})

test('an append to a session that is not there fails alone', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const { events } = fixture.store
  const lost = events.append('ses_none' as SessionId, [note('a')])
  const kept = events.append(id, [note('b')])
  await expect(lost).rejects.toMatchObject({ code: 'not-found' })
  await expect(kept).resolves.toMatchObject([{ seq: 2 }])
})

test('listeners hear of every append, in order, one call each', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const heard: number[][] = []
  using _subscription = fixture.store.events.onDidAppend((events) => {
    heard.push(events.map(({ seq }) => seq))
  })
  const { events } = fixture.store
  await Promise.all(['a', 'b', 'c'].map((text) => events.append(id, [note(text), note(text)])))
  expect(heard).toEqual([
    [2, 3],
    [4, 5],
    [6, 7],
  ])
})

test('a group that can’t be written rejects its promises, and the log goes on', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const { events, blobs } = fixture.store
  const other = rawDatabase(fixture)
  other.exec(`CREATE TRIGGER fails BEFORE INSERT ON blob BEGIN SELECT RAISE(ROLLBACK, 'no'); END`)
  const hash = blobs.put(id, 'refused at first')
  const heard: AnyEvent[] = []
  using _subscription = events.onDidAppend((appended) => heard.push(...appended))
  const refused = await Promise.allSettled([
    events.append(id, [note('a')]),
    events.append(id, [note('b')]),
  ])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(heard).toEqual([])
  other.exec('DROP TRIGGER fails')
  other.close()
  await expect(events.append(id, [note('c')])).resolves.toMatchObject([{ seq: 2 }])
  expect((await fixture.reopen()).blobs.has(hash)).toBe(true)
})

test('the file itself refuses to change an event', async () => {
  await using fixture = await openFixture()
  await fixture.newSession()
  const db = rawDatabase(fixture)
  expect(() => db.exec(`UPDATE event SET data = '{}'`)).toThrow('append-only')
  db.close()
})

test('an unknown kind is left out; a newer version of a known one is refused', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const db = rawDatabase(fixture)
  const insert = db.prepare(
    `INSERT INTO event (session_id, seq, at, kind, version, data) VALUES (?, ?, 0, ?, ?, '{}')`,
  )
  insert.run(id, 2, 'moon.eclipsed', 1)
  await fixture.store.events.append(id, [note('after')])
  expect(readAll(fixture, id).map(({ seq }) => seq)).toEqual([1, 3])
  insert.run(id, 4, 'run.ended', 99)
  db.close()
  expect(() => readAll(fixture, id)).toThrow(/newer Orrery/)
})

test('reading in any paging equals what was appended', async () => {
  await using fixture = await openFixture()
  const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { maxLength: 8 }),
      fc.nat(60),
      fc.nat(60),
      async (groups, after, through) => {
        const id = await fixture.newSession()
        const { events } = fixture.store
        const answers = groups.map((group) => events.append(id, group.map(note)))
        const appended = (await Promise.all(answers)).flat()
        const range = [...events.read(id, { after, through })].flat()
        expect(readAll(fixture, id, 1)).toEqual(appended)
        expect(range).toEqual(readAll(fixture, id).slice(after, Math.max(after, through)))
      },
    ),
    { numRuns: 40 },
  )
})

test('pages are cut, and joined they are the whole', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  await fixture.store.events.append(
    id,
    Array.from({ length: 1_500 }, (_, i) => note(`${i}`)),
  )
  const pages = [...fixture.store.events.read(id)].map((page) => page.length)
  expect(pages).toEqual([512, 512, 477])
})

test('a follower gets every event once, in order, while appends go on', async () => {
  await using fixture = await openFixture()
  const plan = fc.record({
    before: fc.nat(20),
    after: fc.nat(20),
    /** How many events each append has, and whether the follower pauses after a page. */
    bursts: fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(700)), { maxLength: 6 }),
    pauses: fc.infiniteStream(fc.boolean()),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ before, after, bursts, pauses }) => {
      const id = await fixture.newSession()
      const { events } = fixture.store
      await events.append(
        id,
        Array.from({ length: before }, () => note('before')),
      )
      const total = 1 + before + bursts.reduce((sum, burst) => sum + burst, 0)
      const seen = followUntil(fixture, { id, after, total, pauses })
      for (const burst of bursts)
        await events.append(
          id,
          Array.from({ length: burst }, () => note('x')),
        )
      const expected = Array.from({ length: Math.max(0, total - after) }, (_, i) => after + i + 1)
      expect(await seen).toEqual(expected)
    }),
    { numRuns: 30 },
  )
})

interface Followed {
  readonly id: SessionId
  readonly after: number
  readonly total: number
  readonly pauses: Iterator<boolean>
}

async function followUntil({ store }: StoreFixture, followed: Followed): Promise<number[]> {
  const { id, after, total, pauses } = followed
  const stop = new AbortController()
  const seqs: number[] = []
  if (after >= total) return seqs
  for await (const page of store.events.follow(id, after, stop.signal)) {
    seqs.push(...page.map(({ seq }) => seq))
    if ((seqs.at(-1) ?? 0) >= total) stop.abort()
    else if (pauses.next().value) await store.flush()
  }
  return seqs
}

test('a follower that waits ends when it is aborted, and leaves no listener', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const stop = new AbortController()
  const following = fixture.store.events.follow(id, 1, stop.signal).next()
  stop.abort()
  expect(await following).toEqual({ done: true, value: undefined })
})

test('a follower ends when its session is deleted, and not with another', async () => {
  await using fixture = await openFixture()
  const { events, sessions } = fixture.store
  const [id, other] = [await fixture.newSession(), await fixture.newSession()]
  const following = events.follow(id, 1, new AbortController().signal)
  const next = following.next()
  await sessions.delete(other)
  await events.append(id, [note('still here')])
  expect((await next).value).toMatchObject([{ seq: 2 }])
  const last = following.next()
  await sessions.delete(id)
  expect(await last).toEqual({ done: true, value: undefined })
})

test('a blob and the event that refers to it are durable together', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const text = 'x'.repeat(20_000)
  const result = fixture.store.blobs.storeText(id, text)
  expect(result).toEqual({ ref: hashOf(Buffer.from(text)), bytes: 20_000, head: 'x'.repeat(1_000) })
  await fixture.store.events.append(id, [{ kind: 'tool.ended', data: { outcome: 'ok', result } }])
  const db = rawDatabase(fixture)
  expect(
    db.prepare('SELECT session_id, bytes FROM blob_use JOIN blob ON id = blob_id').all(),
  ).toEqual([{ session_id: id, bytes: 20_000 }])
  db.close()
})
