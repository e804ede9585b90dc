import { expect, test } from 'vitest'
import { note, openFixture } from '../../../../test/support/store-fixture.ts'
import { readSizes } from './sizes.ts'

test('a session’s size is what it alone holds, and what it shares', async () => {
  await using fixture = await openFixture()
  const { store, dataDir } = fixture
  const [one, two] = [await fixture.newSession(), await fixture.newSession()]
  const keep = (id: typeof one, text: string) =>
    store.events.append(id, [
      { kind: 'tool.ended', data: { outcome: 'ok', result: store.blobs.storeText(id, text) } },
    ])
  await keep(one, 'shared '.repeat(10_000))
  await keep(two, 'shared '.repeat(10_000))
  await keep(two, 'own '.repeat(20_000))
  await store.events.append(one, [note('a'.repeat(5_000))])
  await store.documents.write(fixture.projectId, '/memories/a.md', 'kept '.repeat(2_000))
  await store.flush()
  const { fileBytes, freeBytes, others, sessions } = await readSizes(dataDir)
  const sizes = new Map(sessions.map((size) => [size.id, size]))
  expect(sizes.get(one)).toMatchObject({ contentBytes: 0, sharedBytes: 70_000 })
  expect(sizes.get(two)).toMatchObject({ contentBytes: 80_000, sharedBytes: 70_000 })
  expect(sizes.get(one)?.logBytes).toBeGreaterThan(5_000)
  expect(others).toMatchObject({ sharedBytes: 70_000, memoryBytes: 10_000 })
  const own = sessions.map((size) => size.logBytes + size.checkpointBytes + size.contentBytes)
  const parts = [freeBytes, ...Object.values(others), ...own]
  expect(parts.reduce((sum, bytes) => sum + bytes)).toBe(fileBytes)
})
