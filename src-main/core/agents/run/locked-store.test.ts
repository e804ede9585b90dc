import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

test('a run goes on when another program has unlocked the store, and nothing of it is lost', async () => {
  await using fixture = await openRunFixture({ script: () => ({ text: 'Done.', delayMs: 300 }) })
  await fixture.runs.send(fixture.sessionId, { text: 'Go.' })
  const other = new Database(join(fixture.dataDir, 'orrery.db'))
  other.exec('BEGIN IMMEDIATE')
  await expect.poll(() => fixture.store.unsaved, { timeout: 60_000 }).toMatch(/^Another program/)
  expect(fixture.of('run.ended')).toEqual([])
  other.close()
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended').map(({ data }) => data)).toEqual([{ outcome: 'ok' }])
  expect(fixture.store.unsaved).toBeUndefined()
  expectWhole(fixture)
})
