import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { spansOf } from '../../../test/support/otlp-spans.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { openFixture, type StoreFixture } from '../../../test/support/store-fixture.ts'
import { Logs } from '../logging/logs.ts'
import { createIds } from '../runtime/ids.ts'
import { TraceExport } from './opentelemetry-export.ts'

const ids = createIds()
const env = { OTEL_BSP_SCHEDULE_DELAY: '20' }

afterEach(() => vi.unstubAllEnvs())

/** A session in which one run began and ended. */
async function sessionWithRun(fixture: StoreFixture): Promise<SessionId> {
  const sessionId = await fixture.newSession()
  const runId = ids.run()
  const model = { provider: 'demo', model: 'scripted' }
  await fixture.store.events.append(sessionId, [
    { kind: 'run.started', runId, data: { model, profile: 'standard', limits: {} } },
    { kind: 'run.ended', runId, data: { outcome: 'ok' } },
  ])
  return sessionId
}

/** As a newer Orrery would have: this one can't read it. */
function writeAsNewer(dataDir: string, sessionId: SessionId): void {
  const db = new Database(join(dataDir, 'orrery.db'))
  const columns = 'run_id, span_id, parent_span_id, agent_id, data'
  db.prepare(
    `INSERT INTO event SELECT session_id, seq + 1, at, kind, 99, ${columns} FROM event
      WHERE session_id = ? ORDER BY seq DESC LIMIT 1`,
  ).run(sessionId)
  db.close()
}

test('a session that can’t be read is told of, and keeps no other’s traces from being sent', async () => {
  await using receiver = await startReceiver()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  await using fixture = await openFixture()
  const { dataDir, store } = fixture
  const [broken, whole] = [await sessionWithRun(fixture), await sessionWithRun(fixture)]
  const unsent = { from: 2, through: 0 }
  const file = join(dataDir, 'traces.json')
  writeFileSync(file, JSON.stringify({ [broken]: unsent, [whole]: unsent }))
  writeAsNewer(dataDir, broken)
  await using logs = new Logs({
    dataDir,
    clock: fixture.clock,
    level: 'error',
    redact: (line) => line,
  })
  const told: string[] = []
  const report = (error: unknown) => told.push(String(error))
  const exported = new TraceExport({ dataDir, version: '1.2.3', env, store, logs, report })
  await exported[Symbol.asyncDispose]()
  expect(told).toEqual([expect.stringContaining('was written by a newer Orrery')])
  expect(spansOf(receiver).map(({ name }) => name)).toEqual(['invoke_workflow orrery'])
  expect(existsSync(file)).toBe(false)
})
