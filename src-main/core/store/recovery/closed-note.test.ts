import { readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFixture } from '../../../../test/support/store-fixture.ts'
import { ClosedNote } from './closed-note.ts'

test('reports a change if the size, the time or the first page of the store differs', async () => {
  await using fixture = await openFixture()
  await fixture.store[Symbol.asyncDispose]()
  const file = join(fixture.dataDir, 'orrery.db')
  const note = new ClosedNote(fixture.dataDir)
  const compare = () => note.compare(0)
  expect(compare()).toEqual({ isUnknown: true, hasChanged: false })
  note.write()
  expect(compare()).toEqual({ isUnknown: false, hasChanged: false })
  utimesSync(file, 1, 1)
  expect(compare()).toEqual({ isUnknown: false, hasChanged: true })
  note.write()
  truncateSync(file, 4096)
  expect(compare()).toEqual({ isUnknown: false, hasChanged: true })
  note.remove()
  expect(compare()).toEqual({ isUnknown: true, hasChanged: false })
})

test('renames a write-ahead log that appeared next to a closed store', async () => {
  await using fixture = await openFixture()
  await fixture.store[Symbol.asyncDispose]()
  const note = new ClosedNote(fixture.dataDir)
  note.write()
  writeFileSync(join(fixture.dataDir, 'orrery.db-wal'), 'frames of another store')
  const { foreignLog } = note.compare(0)
  expect(foreignLog).toBe(join(fixture.dataDir, 'orrery.db.damaged-1970-01-01T00-00-00-000Z-wal'))
  expect(readdirSync(fixture.dataDir)).not.toContain('orrery.db-wal')
})
