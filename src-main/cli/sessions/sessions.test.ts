import { expect, test, vi } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { RunId, type SessionId } from '#shared/lib/ids.ts'
import { Limits } from '#shared/settings/settings.ts'
import { note, openFixture, type StoreFixture } from '../../../test/support/store-fixture.ts'
import { OwnerLock } from '../../core/store/database/owner-lock.ts'
import { openHost } from '../../open-host.ts'
import { command } from './sessions.ts'

/** Two sessions as a host that was killed leaves them: one in the middle of a run, one changed since. */
async function leaveSessions(fixture: StoreFixture): Promise<SessionId[]> {
  const { store, clock } = fixture
  const [dead, last] = [await fixture.newSession(), await fixture.newSession()]
  const model = { provider: 'demo', model: 'scripted' }
  const runId = RunId.parse('run_dead')
  const data = { model, profile: 'standard', limits: Limits.parse({}) } as const
  await store.events.append(dead, [{ kind: 'run.started', runId, data }])
  clock.time += 1_000
  await store.events.append(last, [note('later')])
  await store.flush()
  return [last, dead]
}

async function list(dataDir: string): Promise<{ id: string; isRunning: boolean }[]> {
  using said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await command.run(['--json', '--data-dir', dataDir])
  return JSON.parse(String(said.mock.lastCall?.[0]))
}

test('what ran when its host died is interrupted, and still is not what was active last', async () => {
  await using fixture = await openFixture()
  const { dataDir } = fixture
  const [last, dead] = await leaveSessions(fixture)
  const asLeft = [
    { id: last, isRunning: false },
    { id: dead, isRunning: false, lastOutcome: 'interrupted' },
  ]
  {
    const self = { socket: 'none', face: 'test' }
    using _owner = OwnerLock.acquire(dataDir, self) as OwnerLock
    expect(await list(dataDir)).toMatchObject([{ id: last }, { id: dead, isRunning: true }])
  }
  expect(await list(dataDir)).toMatchObject(asLeft)
  await fixture.store[Symbol.asyncDispose]()
  await using host = await openHost({ dataDir, face: 'test', env: {} })
  const client = connectClient(await host.connect(), contract)
  expect(await client['sessions.list']({})).toMatchObject(asLeft)
})
