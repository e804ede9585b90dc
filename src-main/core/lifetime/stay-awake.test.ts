import { expect, test } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { RunId } from '#shared/lib/ids.ts'
import { openFixture } from '../../../test/support/store-fixture.ts'
import { stayAwakeWhileRunning } from './stay-awake.ts'

function started(name: string): Draft {
  const model = { provider: 'demo', model: 'scripted' }
  const runId = RunId.parse(`run_${name}`)
  return { kind: 'run.started', runId, data: { model, profile: 'standard', limits: {} } }
}

function ended(name: string): Draft {
  return { kind: 'run.ended', runId: RunId.parse(`run_${name}`), data: { outcome: 'ok' } }
}

test('the machine stays awake from the first run that begins to the last that ends', async () => {
  await using fixture = await openFixture()
  const { events } = fixture.store
  const said: string[] = []
  const stayAwake = () => {
    said.push('awake')
    return { [Symbol.dispose]: () => void said.push('asleep') }
  }
  using _staying = stayAwakeWhileRunning(events, stayAwake)
  const [one, two] = [await fixture.newSession(), await fixture.newSession()]
  await events.append(one, [started('a')])
  await events.append(two, [started('b')])
  await events.append(one, [ended('a')])
  expect(said).toEqual(['awake'])
  await events.append(two, [ended('b')])
  expect(said).toEqual(['awake', 'asleep'])
  await events.append(two, [started('c')])
  _staying[Symbol.dispose]()
  expect(said).toEqual(['awake', 'asleep', 'awake', 'asleep'])
})
