import { expect, test } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import { Hash, type SessionId, SpanId } from '#shared/lib/ids.ts'
import { openFixture, type StoreFixture } from '../../../../test/support/store-fixture.ts'
import { FileAuthors, type SessionAuthors } from './file-authors.ts'

const path = 'a.txt'
const [one, two] = ['a', 'b'].map(
  (digit): FileContent => ({ hash: Hash.parse(`sha256:${digit.repeat(64)}`), size: 1 }),
)

function written(
  after: FileContent | null | undefined,
  type: 'call' | 'person' | 'unknown',
): Draft {
  const spanIds = type === 'call' ? [SpanId.parse('spn_1')] : []
  const data = { before: null, after: after ?? null, added: 1, removed: 0 }
  return {
    kind: 'file.changed',
    data: { path: `/workspace/${path}`, ...data, by: { type, spanIds } },
  }
}

function authorsFor(
  { store }: StoreFixture,
  authors: FileAuthors,
  sessionId: SessionId,
  knownAt = 0,
): SessionAuthors {
  const root = store.sessions.find(sessionId)?.root ?? ''
  return authors.forSession({ sessionId, root, knownAt })
}

async function find(
  authors: SessionAuthors,
  after: FileContent | null | undefined,
  hasCommand = false,
) {
  const [found] = await authors.find([{ path, after: after ?? null }], hasCommand)
  return found && [found.id, found.author]
}

test('finds the author of a later write in the logs of other sessions', async () => {
  await using fixture = await openFixture()
  const [own, other] = [await fixture.newSession(), await fixture.newSession()]
  fixture.clock.time += 1_000
  await fixture.store.events.append(other, [written(one, 'call'), written(two, 'person')])
  using authors = new FileAuthors(fixture.store)
  const reader = authorsFor(fixture, authors, own)
  expect(await find(reader, two)).toEqual([other, 'person'])
  // Replaced since, written earlier than known, or this session's own write.
  expect(await find(reader, one)).toBeUndefined()
  const later = fixture.store.events.lastAt(other)
  expect(await find(authorsFor(fixture, authors, own, later), two)).toBeUndefined()
  expect(await find(authorsFor(fixture, authors, other), two)).toBeUndefined()
  // A running command of this session may have made the change.
  expect(await find(reader, two, true)).toBeUndefined()
})

test('ignores changes that another session only observed', async () => {
  await using fixture = await openFixture()
  const [own, other] = [await fixture.newSession(), await fixture.newSession()]
  await fixture.store.events.append(other, [written(one, 'unknown')])
  using authors = new FileAuthors(fixture.store)
  expect(await find(authorsFor(fixture, authors, own), one)).toBeUndefined()
})

test('remembers the last writes of a file until another program changes it', async () => {
  await using fixture = await openFixture()
  const [own, other] = [await fixture.newSession(), await fixture.newSession()]
  using authors = new FileAuthors(fixture.store)
  const writer = authorsFor(fixture, authors, other)
  const reader = authorsFor(fixture, authors, own)
  for (const after of [one, two]) {
    writer.record([{ path, after: after ?? null }], { author: 'agent', isExact: true })
  }
  expect([await find(reader, one), await find(reader, two)]).toEqual([
    [other, 'agent'],
    [other, 'agent'],
  ])
  expect(await find(reader, null)).toBeUndefined()
  expect(await find(reader, two)).toBeUndefined()
})

test('waits for an unfinished write of another session', async () => {
  await using fixture = await openFixture()
  const [own, other] = [await fixture.newSession(), await fixture.newSession()]
  using authors = new FileAuthors(fixture.store)
  const writer = authorsFor(fixture, authors, other)
  const claim = writer.claim([path])
  const finding = find(authorsFor(fixture, authors, own), one, true)
  writer.record([{ path, after: one ?? null }], { author: 'agent', isExact: true })
  claim[Symbol.dispose]()
  expect(await finding).toEqual([other, 'agent'])
})

test('attributes a change to the only session that runs a command, and to none of two', async () => {
  await using fixture = await openFixture()
  const [own, other, third] = [
    await fixture.newSession(),
    await fixture.newSession(),
    await fixture.newSession(),
  ]
  using authors = new FileAuthors(fixture.store)
  const reader = authorsFor(fixture, authors, own)
  using _command = authorsFor(fixture, authors, other).command()
  expect(await find(reader, one)).toEqual([other, 'agent'])
  expect(await find(reader, one, true)).toBeUndefined()
  using _another = authorsFor(fixture, authors, third).command()
  expect(await find(reader, one)).toBeUndefined()
})
