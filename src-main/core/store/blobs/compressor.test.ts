import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { note, openFixture } from '../../../../test/support/store-fixture.ts'
import { openStore } from '../store.ts'

test('a failure to compress is told, and ends nothing', async () => {
  await using fixture = await openFixture()
  const { dataDir, clock } = fixture
  const id = await fixture.newSession()
  await fixture.store[Symbol.asyncDispose]()
  const told: string[] = []
  const report = (error: unknown, doing: string) => told.push(`${doing}: ${error}`)
  await using store = await openStore({ dataDir, clock, mode: 'owner', report })
  store.blobs.put(id, 'all work and no play '.repeat(60_000))
  await store.events.append(id, [note('is packed now')])
  using opened = new DisposableStack()
  const other = opened.adopt(new Database(join(dataDir, 'orrery.db')), (db) => db.close())
  other.exec('ALTER TABLE blob RENAME TO gone')
  await expect
    .poll(() => told)
    .toEqual(['compressing what is kept: AppError: The store failed (SQLITE_ERROR).'])
  await store.events.append(id, [note('and on')])
})
