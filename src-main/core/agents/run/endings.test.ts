import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GivenLimits } from '#shared/settings/settings.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createIds } from '../../runtime/ids.ts'

const WORDS = 'one two three four five six seven eight nine ten '.repeat(20)

test('a run can be cancelled in the middle of a sentence, and the session goes on', async () => {
  const script = (_request: ModelRequest, number: number): Reply =>
    number === 1 ? { text: WORDS, wordDelayMs: 20 } : { text: 'Here I am again.' }
  await using fixture = await openRunFixture({ script })
  await fixture.runs.send(fixture.sessionId, { text: 'talk' })
  await fixture.until('model.delta')
  await fixture.runs.kill(fixture.sessionId)
  expect(fixture.server.sent).toEqual([])
  expect(fixture.of('run.ended')[0]?.data.outcome).toBe('cancelled')
  expect(fixture.of('model.ended')[0]?.data).toMatchObject({
    outcome: 'cancelled',
    isEstimated: true,
  })
  expectWhole(fixture)
  expect(await fixture.prompt('again')).toEqual({ outcome: 'ok' })
  const said = fixture.server.requests[1]?.messages.map(({ text }) => text)
  expect(said).toEqual(['talk', 'again'])
  expect(fixture.server.aborted).toBe(1)
  expectWhole(fixture)
})

test('after a cancel, what did run keeps its result and what was cut off is said to be unknown', async () => {
  const script = (_request: ModelRequest, number: number): Reply => {
    if (number > 1) return { text: 'I know.' }
    return {
      calls: [
        { name: 'write_file', id: 'w', args: { file_path: '/workspace/b.txt', content: 'b' } },
        { name: 'run_command', id: 'x', args: { command: 'echo began > c.txt; sleep 600' } },
      ],
    }
  }
  await using fixture = await openRunFixture({ script })
  await fixture.runs.send(fixture.sessionId, { text: 'do both' })
  await fixture.until('tool.ended')
  await fixture.until('terminal.opened')
  await fixture.runs.kill(fixture.sessionId)
  expectWhole(fixture)
  await fixture.prompt('and now?')
  const messages = fixture.server.requests[1]?.messages ?? []
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
  const answerTo = (id: string) =>
    messages.find(({ role, callIds }) => role === 'tool' && callIds.includes(id))?.text
  expect(answerTo('w')).toBe('Created /workspace/b.txt.')
  expect(answerTo('x')).toContain('not known what came of this run_command call')
  expect(fixture.of('tool.started')).toHaveLength(2)
})

test('a limit of tool calls holds over all agents, and ends the run cleanly', async () => {
  const script = (request: ModelRequest): Reply => {
    const step = request.messages.filter(({ role }) => role === 'assistant').length
    if (request.messages[0]?.text === 'go' && step === 0) {
      const task = { description: 'work', subagent_type: 'general-purpose' }
      return { calls: [1, 2, 3].map(() => ({ name: 'task', args: task })) }
    }
    return { calls: [{ name: 'ls', args: { path: '/workspace' } }] }
  }
  await using fixture = await openRunFixture({ script, limits: { toolCalls: 10 } })
  const ended = await fixture.prompt('go')
  expect(ended).toEqual({
    outcome: 'stopped',
    reason: 'Paused after 10 tool calls (your limit).',
  })
  const outcomes = fixture.of('tool.ended').map(({ data }) => data.outcome)
  expect(outcomes.filter((one) => one === 'ok')).toHaveLength(10)
  expectWhole(fixture)
  expect(fixture.states().timeline.laneOrder).toHaveLength(4)
})

test('a limit of minutes stops a run that would not end', async () => {
  const script = (): Reply => ({ calls: [{ name: 'ls', args: { path: '/workspace' } }] })
  const limits = { minutes: 1 / 120, repeats: 1000 }
  await using fixture = await openRunFixture({ script, limits })
  const reason = expect.stringContaining('minutes (your limit)')
  expect(await fixture.prompt('go')).toEqual({ outcome: 'stopped', reason })
  expectWhole(fixture)
})

test('time spent waiting for a person is not counted', async () => {
  const script = (request: ModelRequest): Reply =>
    request.messages.length > 1
      ? { text: 'Thanks.' }
      : { calls: [{ name: 'run_command', args: { command: 'chmod +x a.txt' } }] }
  const limits = { minutes: 1 }
  let passedMs = 0
  const clock = { now: () => systemClock.now() + passedMs }
  await using fixture = await openRunFixture({ script, profile: 'standard', limits, clock })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  passedMs = 3_600_000
  const { approvalId } = data
  await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'approve' })
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended')[0]?.data).toEqual({ outcome: 'ok' })
})

test('time is counted while one agent works, also when another waits for a person', async () => {
  const script = (request: ModelRequest): Reply => {
    const first = request.messages[0]?.text
    if (first === 'wait')
      return { calls: [{ name: 'run_command', args: { command: 'chmod +x a.txt' } }] }
    if (first === 'work') {
      return { delayMs: 50, calls: [{ name: 'ls', args: { path: '/workspace' } }] }
    }
    if (request.messages.length > 1) return { text: 'Both are done.' }
    const types = ['wait', 'work'].map((description) => ({
      name: 'task',
      args: { description, subagent_type: 'general-purpose' },
    }))
    return { calls: types }
  }
  const limits = { minutes: 1 / 40, repeats: 1000 }
  await using fixture = await openRunFixture({ script, profile: 'standard', limits })
  const reason = expect.stringContaining('minutes')
  expect(await fixture.prompt('go')).toEqual({ outcome: 'stopped', reason })
  expectWhole(fixture)
  const [decided] = fixture.of('approval.decided')
  expect(decided?.data).toMatchObject({ decision: 'reject', by: 'host', message: reason })
  const [refused] = fixture.of('tool.started').filter(({ data }) => data.name === 'run_command')
  expect(decided?.seq).toBeLessThan(refused?.seq ?? 0)
})

test('a failure that passes is tried again, each attempt a span; one that stays ends the run', async () => {
  const script = (_request: ModelRequest, number: number): Reply => {
    if (number === 1) return { status: 429 }
    if (number === 2) return { text: WORDS, breakAfterWords: 3 }
    if (number === 3) return { text: 'At last.' }
    return { status: 401, error: 'Incorrect API key provided: sk-abcdef' }
  }
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.of('model.started').map(({ data }) => data.attempt)).toEqual([1, 2, 3])
  const outcomes = fixture.of('model.ended').map(({ data }) => data.outcome)
  expect(outcomes).toEqual(['error', 'error', 'ok'])
  expect(await fixture.prompt('again')).toEqual({
    outcome: 'error',
    reason:
      'OpenAI-compatible server rejected the API key (401): “Incorrect API key provided: [key].” Check the key in the environment, or enter it again in Settings.',
  })
  expect(JSON.stringify(fixture.events())).not.toContain('sk-abcdef')
  expectWhole(fixture)
})

test('a key that a server repeats is nowhere in the store, whatever it looks like', async () => {
  const key = '4711.geheim'
  const script = (request: ModelRequest): Reply => {
    const isLead = request.messages[0]?.text === 'go'
    if (!isLead || request.messages.length > 1) return { status: 400, error: `Not with ${key}!` }
    const args = { description: 'work', subagent_type: 'general-purpose' }
    return { calls: [{ name: 'task', args }] }
  }
  await using fixture = await openRunFixture({ script, key })
  const { reason } = await fixture.prompt('go')
  expect(reason).toContain('Not with [key]!')
  expect(fixture.of('agent.ended').map(({ data }) => data.outcome)).toEqual(['error', 'error'])
  await fixture.close()
  const stored = readFileSync(join(fixture.dataDir, 'orrery.db'), 'latin1')
  expect([stored.includes('Not with [key]'), stored.includes(key)]).toEqual([true, false])
  await fixture.restart()
})

test('a password in an address is not in what is told of it', async () => {
  await using fixture = await openRunFixture()
  const baseUrl = fixture.server.url.replace('://', '://someone:p%40ssword@')
  const model = { provider: 'compatible', model: 'scripted', baseUrl }
  const draft = { kind: 'session.configured', data: { model } } as const
  await fixture.store.events.append(fixture.sessionId, [draft])
  const { outcome, reason } = await fixture.prompt('go')
  expect(outcome).toBe('error')
  expect(reason).not.toMatch(/someone|p%40ssword|p@ssword/)
})

test('a stream that has gone silent is given up', async () => {
  const script = (): Reply => ({ text: WORDS, hangAfterWords: 3 })
  await using fixture = await openRunFixture({ script, streamIdleMs: 150 })
  const ended = await fixture.prompt('go')
  expect(ended.outcome).toBe('error')
  expect(ended.reason).toContain('sent nothing for')
  expect(fixture.of('model.started').map(({ data }) => data.attempt)).toEqual([1, 2, 3])
})

test('ids that a server uses again overwrite nothing', async () => {
  const script = (request: ModelRequest): Reply => {
    const step = request.messages.filter(({ role }) => role === 'assistant').length
    const name = `${step}.txt`
    if (step === 3) return { id: 'chatcmpl-1', text: 'All written.' }
    const args = { file_path: `/workspace/${name}`, content: name }
    return { id: 'chatcmpl-1', calls: [{ id: 'call_0', name: 'write_file', args }] }
  }
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const read = (name: string) => readFileSync(join(fixture.root, name), 'utf8')
  expect(['0.txt', '1.txt', '2.txt'].map(read)).toEqual(['0.txt', '1.txt', '2.txt'])
  expect(fixture.server.requests.at(-1)?.messages).toHaveLength(7)
  expectWhole(fixture)
})

test('what a library lets escape ends the run, and the host stays', async () => {
  const script = (_request: ModelRequest, number: number): Reply =>
    number === 1 ? { text: WORDS, wordDelayMs: 20 } : { text: 'Still here.' }
  await using fixture = await openRunFixture({ script })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  await fixture.until('model.delta')
  // As an event emitter of some library would throw: nobody awaits it.
  const listeners = process.listeners('uncaughtException')
  listeners.at(-1)?.(new Error('Invalid string length'), 'uncaughtException')
  await fixture.runs.idle(fixture.sessionId)
  const { data } = fixture.of('run.ended')[0] ?? {}
  expect(data).toMatchObject({
    outcome: 'error',
    reason: expect.stringContaining('Invalid string'),
  })
  expect(await fixture.prompt('again')).toEqual({ outcome: 'ok' })
})

test('a run that is interrupted as it begins asks no model, and ends', async () => {
  await using fixture = await openRunFixture({ script: () => ({ text: 'never', delayMs: 60_000 }) })
  const sending = fixture.runs.send(fixture.sessionId, { text: 'go' })
  using _following = fixture.store.events.onDidAppend(([event]) => {
    // While `send` waits for this very event.
    if (event?.kind === 'run.started') void fixture.runs[Symbol.asyncDispose]()
  })
  await sending
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['interrupted'])
  expect(fixture.server.requests).toEqual([])
  expectWhole(fixture)
})

test('a run leaves no timer behind when it has ended', async () => {
  const script = (): Reply => ({ text: WORDS.slice(0, 200), wordDelayMs: 20 })
  await using fixture = await openRunFixture({ script, limits: { minutes: 1 / 240 } })
  expect(await fixture.prompt('go')).toMatchObject({ outcome: 'stopped' })
  expect(process.getActiveResourcesInfo().filter((one) => one === 'Timeout')).toEqual([])
})

test("what a command does after its run has ended is nobody's", async () => {
  // Without Orrery's mark in its environment, it isn't ended with the run.
  const late = "bash -c 'echo began; sleep 3; echo late > late.txt; echo over'"
  const command = `unset ORRERY_TERMINAL; setsid --wait ${late}`
  const script = (): Reply => ({ calls: [{ name: 'run_command', args: { command } }] })
  await using fixture = await openRunFixture({ script })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  await fixture.until('terminal.output')
  await fixture.runs.kill(fixture.sessionId)
  const { seq, runId } = await fixture.until('run.ended')
  const changed = await fixture.until('file.changed')
  expect(changed).toMatchObject({
    data: { path: '/workspace/late.txt', by: { type: 'unknown', spanIds: [] } },
  })
  expect(changed.seq).toBeGreaterThan(seq)
  await fixture.close()
  await fixture.restart()
  const later = fixture.events().filter((event) => event.seq > seq)
  expect(later.filter((event) => event.runId === runId)).toEqual([])
  expect(fixture.of('terminal.ended')).toHaveLength(1)
  expectWhole(fixture)
})

test('a command that is cut off tells its end before its run ends', async () => {
  const command = "trap 'echo x > said.txt; exit' TERM HUP; echo began; sleep 600 & wait"
  const script = (): Reply => ({ calls: [{ name: 'run_command', args: { command } }] })
  await using fixture = await openRunFixture({ script })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  await fixture.until('terminal.output')
  await fixture.runs.kill(fixture.sessionId)
  expect(fixture.of('terminal.ended')).toHaveLength(1)
  const [started] = fixture.of('tool.started')
  const by = { type: 'call', spanIds: [started?.spanId] }
  expect(fixture.of('file.changed')).toMatchObject([{ data: { path: '/workspace/said.txt', by } }])
  expect(fixture.events().at(-1)?.kind).toBe('run.ended')
  expectWhole(fixture)
})

test('an agent that fails again and again ends its run', async () => {
  const read = (number: number): Reply => ({
    calls: [{ name: 'read_file', args: { file_path: `/workspace/missing-${number}.txt` } }],
  })
  await using fixture = await openRunFixture({ script: (_request, number) => read(number) })
  expect(await fixture.prompt('go')).toEqual({
    outcome: 'stopped',
    reason: 'Paused after 5 failures in a row (your limit).',
  })
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(Array(5).fill('error'))
  expectWhole(fixture)
})

test('an agent that asks for the same again and again ends its run', async () => {
  const script = (_request: ModelRequest, number: number): Reply => ({
    calls: [{ name: 'ls', args: { path: number % 2 === 0 ? '/workspace' : '/docs' } }],
  })
  await using fixture = await openRunFixture({ script, limits: { repeats: 3 } })
  expect(await fixture.prompt('go')).toMatchObject({
    outcome: 'stopped',
    reason:
      'Paused because an agent seems stuck in a loop, asking for the same (ls) 3 times with the same result (your limit).',
  })
  expect(fixture.of('tool.ended')).toHaveLength(5)
  expectWhole(fixture)
})

test('a run that reached a limit goes on when it is resumed', async () => {
  const script = ({ messages }: ModelRequest): Reply => {
    const step = messages.filter(({ role }) => role === 'tool').length
    return step < 4
      ? { calls: [{ name: 'ls', args: { path: `/workspace/${step}` } }] }
      : { text: 'All four are seen.' }
  }
  const limits = { toolCalls: 2, failuresInRow: 100 }
  await using fixture = await openRunFixture({ script, limits })
  expect(await fixture.prompt('go')).toMatchObject({ outcome: 'stopped' })
  const raised = { ...limits, toolCalls: 20 }
  const runId = await fixture.runs.resume(fixture.sessionId, { limits: raised })
  await fixture.runs.idle(fixture.sessionId)
  const ended = fixture.of('run.ended').find((event) => event.runId === runId)
  expect(ended?.data).toEqual({ outcome: 'ok' })
  expect(fixture.server.requests.at(-1)?.messages.at(-1)?.role).toBe('tool')
  expect(JSON.stringify(fixture.server.requests.at(-1)?.body)).toContain('Go on from where')
  expectWhole(fixture)
})

test('a run of more than 400 tool calls and 2,000 events finishes with the default limits', async () => {
  const script = ({ messages }: ModelRequest): Reply => {
    const step = messages.filter(({ role }) => role === 'assistant').length
    if (step === 5) return { text: 'All are listed.' }
    const paths = Array.from({ length: 100 }, (_, index) => `/workspace/${step}-${index}`)
    return { calls: [...paths, '/workspace'].map((path) => ({ name: 'ls', args: { path } })) }
  }
  await using fixture = await openRunFixture({ script, limits: { repeats: 100 } })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.of('tool.ended')).toHaveLength(505)
  expect(fixture.of('run.started')[0]?.data.limits).toEqual({
    toolCalls: 2000,
    minutes: 120,
    failuresInRow: 5,
    repeats: 100,
  })
}, 60_000)

test('a limit on events ends no run and is not recorded', async () => {
  const script = ({ messages }: ModelRequest): Reply =>
    messages.length > 10
      ? { text: 'Done.' }
      : { calls: [{ name: 'ls', args: { path: `/workspace/${messages.length}` } }] }
  const limits: GivenLimits = { events: 5, failuresInRow: 100 }
  await using fixture = await openRunFixture({ script, limits })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.of('run.started')[0]?.data.limits).not.toHaveProperty('events')
})

test('a run that an earlier version ended at its limit on events is shown and resumed', async () => {
  await using fixture = await openRunFixture()
  const { sessionId, store } = fixture
  await fixture.prompt('go')
  const reason =
    'Stopped after 2000 events, the limit of this run. Send a message or resume to go on.'
  const [before] = fixture.of('run.started')
  if (!before) throw new Error('The run has no start.')
  const [runId, spanId] = [createIds().run(), createIds().span()]
  const limits = { ...before.data.limits, events: 2000 }
  await store.events.append(sessionId, [
    { kind: 'run.started', runId, spanId, data: { ...before.data, limits } },
    { kind: 'run.ended', runId, spanId, data: { outcome: 'stopped', reason } },
  ])
  expect(fixture.of('run.started').at(-1)?.data.limits).toEqual(limits)
  expect(fixture.states().status).toMatchObject({ lastOutcome: 'stopped', lastReason: reason })
  await fixture.runs.resume(sessionId)
  await fixture.runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
})
