import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { runInChild } from '../../../../test/support/run-in-child.ts'
import {
  answersIn,
  calls,
  says,
  scriptAgents,
  task,
} from '../../../../test/support/scripted-agents.ts'

const HOUR_S = 3600

function limited(headers: Readonly<Record<string, string>>): Reply {
  return { status: 429, headers, error: 'Rate limit reached.' }
}

const forAnHour = limited({ 'retry-after': String(HOUR_S) })
/** Longer than these runs retry, and soon over. */
const briefly = limited({ 'retry-after-ms': '400' })
const faults = { maxDelayMs: 50, limitJitterMs: 0 }

/** Limited at its first request, or at the first few. */
function once(...replies: readonly Reply[]) {
  return (_request: ModelRequest, number: number): Reply => replies[number - 1] ?? { text: 'Done.' }
}

async function startWaiting(fixture: RunFixture): Promise<void> {
  await fixture.runs.send(fixture.sessionId, { text: 'go', waitsForLimits: true })
  await fixture.until('limit.reached')
}

function lastEnd(fixture: RunFixture) {
  return fixture.of('run.ended').at(-1)?.data
}

test('a run waits until a limit ends, and continues by itself; that time is not counted', async () => {
  const script = once(limited({ 'retry-after-ms': '7000' }))
  await using fixture = await openRunFixture({ script, faults, limits: { minutes: 0.1 } })
  await startWaiting(fixture)
  const [started] = fixture.of('limit.reached')
  expect(started?.data).toEqual({
    until: expect.any(Number),
    models: [{ provider: 'compatible', model: 'scripted' }],
    reason: expect.stringContaining('is limiting requests (429)'),
  })
  expect(fixture.states().status.wait).toEqual({ ...started?.data, since: started?.at })
  expect(fixture.store.summaries.of(fixture.sessionId)?.waitsUntil).toBe(started?.data.until)
  await fixture.runs.idle(fixture.sessionId)
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expect(fixture.of('limit.resolved').map(({ data }) => data)).toEqual([{ how: 'time' }])
  expect(fixture.states().status.wait).toBeUndefined()
  expect(fixture.server.requests).toHaveLength(2)
  expectWhole(fixture)
}, 60_000)

test('a limit that lasts longer than it was said to is waited for again', async () => {
  const script = once(briefly, limited({ 'retry-after-ms': '600' }))
  await using fixture = await openRunFixture({ script, faults })
  await startWaiting(fixture)
  await fixture.runs.idle(fixture.sessionId)
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expect(fixture.of('limit.reached')).toHaveLength(2)
  expectWhole(fixture)
})

test('a limit that lasts longer than a week and a day fails with the time at which it ends', async () => {
  const script = () => limited({ 'retry-after': String(9 * 24 * HOUR_S) })
  await using fixture = await openRunFixture({ script })
  await fixture.runs.send(fixture.sessionId, { text: 'go', waitsForLimits: true })
  await fixture.runs.idle(fixture.sessionId)
  const reason = expect.stringMatching(/Resume after \d+ \w+(?: \d{4})?, \d\d:\d\d, or choose/)
  expect(lastEnd(fixture)).toEqual({ outcome: 'error', reason })
  expect(fixture.of('limit.reached')).toEqual([])
})

test('a model to fall back to comes first', async () => {
  const script = ({ format }: ModelRequest): Reply =>
    format === 'openai' ? forAnHour : { text: 'Done.' }
  const models = { model: 'openai:gpt-4o', fallbacks: ['anthropic:claude-haiku-4-5'] }
  await using fixture = await openRunFixture({ script, ...models })
  await fixture.runs.send(fixture.sessionId, { text: 'go', waitsForLimits: true })
  await fixture.runs.idle(fixture.sessionId)
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expect(fixture.of('model.failed-over')).toHaveLength(1)
  expect(fixture.of('limit.reached')).toEqual([])
})

test.each([
  ['that fails for another reason', { status: 401 }],
  ['that is limited for longer', limited({ 'retry-after': String(HOUR_S) })],
] as const)(
  'a run waits for the first end despite a model to fall back to %s',
  async (_, reply) => {
    let asked = 0
    const script = ({ format }: ModelRequest): Reply => {
      if (format !== 'openai') return reply
      asked += 1
      return asked === 1 ? briefly : { text: 'Done.' }
    }
    const models = { model: 'openai:gpt-4o', fallbacks: ['anthropic:claude-haiku-4-5'] }
    await using fixture = await openRunFixture({ script, faults, ...models })
    await fixture.runs.send(fixture.sessionId, { text: 'go', waitsForLimits: true })
    await fixture.runs.idle(fixture.sessionId)
    expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
    expect(fixture.server.requests.map(({ format }) => format)).toEqual([
      'openai',
      'anthropic',
      'openai',
    ])
    expectWhole(fixture)
  },
)

test('a run that does not wait fails with the time, and each agent is resumed from its checkpoint', async () => {
  const { script, finished, end } = threeWorkers()
  await using fixture = await openRunFixture({ script })
  const reason = expect.stringMatching(/Resume after .*\d\d:\d\d, or choose another model/)
  expect(await fixture.prompt('go')).toEqual({ outcome: 'error', reason })
  expect(fixture.of('limit.reached')).toEqual([])
  end()
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expectFinishedOnce(fixture, finished)
})

test('after kill -9 during the wait, nothing is repeated and nothing is lost', async () => {
  const { script, finished, end } = threeWorkers()
  await using fixture = await openRunFixture({ script })
  await using killed = await runInChild(fixture, 'go')
  await killed.until(({ waits }) => waits === 1)
  await killed.kill()
  await fixture.restart()
  expect(fixture.states().status).toMatchObject({
    lastOutcome: 'interrupted',
    wait: { models: [{ provider: 'compatible', model: 'scripted' }] },
  })
  end()
  await fixture.runs.resumeAfterWait(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('limit.resolved').map(({ data }) => data)).toEqual([{ how: 'time' }])
  expectFinishedOnce(fixture, finished)
}, 60_000)

/** Three agents that run a command each; the third is limited for an hour before its report, until `end`. */
function threeWorkers() {
  const finished = { one: 0, two: 0, three: 0 }
  let isLimited = true
  const note = (name: string) =>
    calls({ name: 'run_command', args: { command: `echo ${name} >> ran.txt` } })
  const reports = (name: keyof typeof finished) => (): Reply => {
    finished[name] += 1
    return { text: `report of ${name}` }
  }
  const script = scriptAgents({
    go: [
      calls(task('first worker'), task('second worker'), task('third worker')),
      (request) => ({ text: answersIn(request).toSorted().join(', ') }),
    ],
    'first worker': [note('one'), reports('one')],
    'second worker': [note('two'), reports('two')],
    'third worker': [note('three'), () => (isLimited ? forAnHour : reports('three')())],
  })
  return { script, finished, end: () => (isLimited = false) }
}

function expectFinishedOnce(fixture: RunFixture, finished: Readonly<Record<string, number>>): void {
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expect(finished).toEqual({ one: 1, two: 1, three: 1 })
  const ran = readFileSync(join(fixture.root, 'ran.txt'), 'utf8').trim().split('\n')
  expect(ran.toSorted()).toEqual(['one', 'three', 'two'])
  const heard = fixture.server.requests.at(-1)
  expect(heard && answersIn(heard).toSorted()).toEqual([
    'report of one',
    'report of three',
    'report of two',
  ])
  expectWhole(fixture)
}

test('agents that are limited together make one wait, until the latest end', async () => {
  let isLimited = true
  const until = (seconds: number) => (): Reply =>
    isLimited ? limited({ 'retry-after': String(seconds) }) : { text: 'worked' }
  const script = scriptAgents({
    go: [calls(task('long'), task('short')), says('done')],
    long: [until(2 * HOUR_S)],
    short: [until(HOUR_S)],
  })
  await using fixture = await openRunFixture({ script })
  const before = Date.now()
  await startWaiting(fixture)
  const ends = fixture.of('limit.reached').map(({ data }) => data.until)
  expect(Math.max(...ends)).toBeGreaterThan(before + 1.9 * HOUR_S * 1000)
  expect(ends).toEqual([ends[0]])
  isLimited = false
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expect(fixture.of('limit.resolved').map(({ data }) => data)).toEqual([{ how: 'resumed' }])
  expect(fixture.of('run.started')).toHaveLength(1)
  expectWhole(fixture)
})

const other = { provider: 'anthropic', model: 'claude-haiku-4-5' } as const

test.each([false, true])(
  'a person can use another model, also after a restart: %s',
  async (isRestarted) => {
    const script = ({ format }: ModelRequest): Reply =>
      format === 'openai' ? forAnHour : { text: 'Done.' }
    await using fixture = await openRunFixture({ script })
    await startWaiting(fixture)
    if (isRestarted) {
      await fixture.close()
      await fixture.restart()
    }
    await fixture.runs.switchModel(fixture.sessionId, other)
    await fixture.runs.idle(fixture.sessionId)
    expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
    expect(fixture.of('limit.resolved').map(({ data }) => data)).toEqual([
      { how: 'model', model: other },
    ])
    expect(fixture.of('model.failed-over').map(({ data }) => data.to)).toEqual([other])
    await expect(fixture.runs.switchModel(fixture.sessionId, other)).rejects.toThrow(
      'no longer waits',
    )
    expectWhole(fixture)
  },
)

test('a person can use a model that the run gave up before', async () => {
  let isFailing = true
  const script = ({ format }: ModelRequest): Reply => {
    if (format === 'openai') return forAnHour
    return isFailing ? { status: 401 } : { text: 'Done.' }
  }
  const models = { model: 'openai:gpt-4o', fallbacks: ['anthropic:claude-haiku-4-5'] }
  await using fixture = await openRunFixture({ script, ...models })
  await startWaiting(fixture)
  isFailing = false
  await fixture.runs.switchModel(fixture.sessionId, other)
  await fixture.runs.idle(fixture.sessionId)
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expect(fixture.server.requests.map(({ format }) => format)).toEqual([
    'openai',
    'anthropic',
    'anthropic',
  ])
  expectWhole(fixture)
})

test.each([false, true])('a person can stop it, also after a restart: %s', async (isRestarted) => {
  await using fixture = await openRunFixture({ script: () => forAnHour })
  await startWaiting(fixture)
  if (isRestarted) {
    await fixture.close()
    await fixture.restart()
  }
  await fixture.runs.stop(fixture.sessionId)
  expect(lastEnd(fixture)?.outcome).toBe(isRestarted ? 'interrupted' : 'stopped')
  expect(fixture.states().status.wait).toBeUndefined()
  expect(fixture.server.requests).toHaveLength(1)
  expectWhole(fixture)
})

test('a wait that is over when its run is resumed ends then', async () => {
  await using fixture = await openRunFixture({
    script: once(limited({ 'retry-after-ms': '1500' })),
    faults,
  })
  await startWaiting(fixture)
  await fixture.close()
  await fixture.restart()
  const until = fixture.states().status.wait?.until ?? Infinity
  await expect.poll(() => Date.now()).toBeGreaterThan(until)
  await fixture.runs.resume(fixture.sessionId, { waitsForLimits: true, keepsWait: true })
  expect(fixture.states().status.wait).toBeUndefined()
  await fixture.runs.idle(fixture.sessionId)
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
})

test('a person can pause it', async () => {
  let isLimited = true
  const script = (): Reply => (isLimited ? forAnHour : { text: 'Done.' })
  await using fixture = await openRunFixture({ script })
  await startWaiting(fixture)
  await fixture.runs.pause(fixture.sessionId)
  expect(fixture.states().status).toMatchObject({ isPaused: true })
  expect(fixture.states().status.wait).toBeUndefined()
  isLimited = false
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
})

test('a run that is resumed with its wait asks nothing before the limit ends', async () => {
  await using fixture = await openRunFixture({
    script: once(limited({ 'retry-after-ms': '2500' })),
    faults,
  })
  await startWaiting(fixture)
  await fixture.close()
  await fixture.restart()
  await fixture.runs.resume(fixture.sessionId, { waitsForLimits: true, keepsWait: true })
  await fixture.runs.idle(fixture.sessionId)
  expect(lastEnd(fixture)).toEqual({ outcome: 'ok' })
  expect(fixture.of('limit.reached')).toHaveLength(1)
  expect(fixture.of('limit.resolved')).toHaveLength(1)
  const [, asked] = fixture.of('model.started')
  expect(asked?.at).toBeGreaterThanOrEqual(fixture.of('limit.reached')[0]?.data.until ?? Infinity)
  expectWhole(fixture)
})
