import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  answersIn,
  calls,
  createGate,
  type Steps,
  says,
  scriptAgents,
  stepOf,
  task,
} from '../../../../test/support/scripted-agents.ts'

async function allow(maxParallel: number, { store }: RunFixture): Promise<void> {
  await store.settings.change({ delegation: { maxParallel } })
}

/** Counts how many are between `enter` and `leave`, and how many there were at most. */
function createCounter() {
  let now = 0
  const counter = {
    most: 0,
    enter: () => {
      now += 1
      counter.most = Math.max(counter.most, now)
    },
    leave: () => {
      now -= 1
    },
  }
  return counter
}

test('tasks run in parallel up to the limit; the others wait in order and are shown to wait', async () => {
  const counter = createCounter()
  const gate = createGate()
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  const work = async (request: ModelRequest): Promise<Reply> => {
    counter.enter()
    await gate.opened
    counter.leave()
    return { text: `report of ${request.messages[0]?.text}` }
  }
  const agents: Record<string, Steps> = { go: [calls(...names.map((name) => task(name)))] }
  for (const name of names) agents[name] = [work]
  await using fixture = await openRunFixture({ script: scriptAgents(agents) })
  await allow(3, fixture)
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  await expect.poll(() => fixture.server.requests.length).toBe(4)
  expect(fixture.of('agent.started').map(({ data }) => data.description)).toEqual([
    ...['Leads the session', 'one', 'two', 'three'],
  ])
  expect(fixture.of('agent.queued').map(({ data }) => data.description)).toEqual(names.slice(3))
  const waiting = Object.values(fixture.states().transcript.items).flatMap((item) =>
    item.type === 'call' ? (item.progress ?? []) : [],
  )
  expect(waiting).toEqual(Array(4).fill('Waits until another agent has ended'))
  gate.open()
  await fixture.runs.idle(fixture.sessionId)
  expect(
    fixture
      .of('agent.started')
      .map(({ data }) => data.description)
      .slice(1),
  ).toEqual(names)
  expect(counter.most).toBe(3)
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last)).toEqual(names.map((name) => `report of ${name}`))
  const queued = fixture.of('agent.queued').map(({ agentId }) => agentId)
  const started = fixture.of('agent.started').map(({ agentId }) => agentId)
  expect(started).toEqual(expect.arrayContaining(queued))
  expectWhole(fixture)
})

test('agents that delegate do not take the places that theirs wait for', async () => {
  const definition = '---\nname: boss\ndescription: delegates\ntools: Task\n---\nYou delegate.\n'
  const agents = {
    go: [calls(task('boss 1', 'boss'), task('boss 2', 'boss'), task('boss 3', 'boss'))],
    boss: [
      calls(task('piece', 'explore'), task('piece', 'explore')),
      (request: ModelRequest) => ({ text: answersIn(request).join('+') }),
    ],
    piece: [says('piece report')],
  }
  await using fixture = await openRunFixture({ script: scriptAgents(agents) })
  mkdirSync(`${fixture.dataDir}/home/.orrery/agents`, { recursive: true })
  writeFileSync(`${fixture.dataDir}/home/.orrery/agents/boss.md`, definition)
  await allow(1, fixture)
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last)).toEqual(Array(3).fill('piece report+piece report'))
  expectWhole(fixture)
})

test('an agent that waits for a person keeps nobody from working', async () => {
  const agents = {
    go: [calls(task('asks'), task('works'))],
    asks: [
      calls({ name: 'ask_person', args: { question: 'Which one?' } }),
      (request: ModelRequest) => ({ text: answersIn(request).join() }),
    ],
    works: [says('worked')],
  }
  await using fixture = await openRunFixture({ script: scriptAgents(agents) })
  await allow(1, fixture)
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('agent.ended')
  const [asked] = fixture.of('approval.requested')
  if (!asked) throw new Error('Nobody asked.')
  const { approvalId } = asked.data
  await runs.decide(sessionId, { approvalId, decision: 'respond', message: 'The left one.' })
  await runs.idle(sessionId)
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last)).toEqual(['The left one.', 'worked'])
  expectWhole(fixture)
})

test('those that wait end with their run, and begin when it is resumed', async () => {
  const gate = createGate()
  const agents: Record<string, Steps> = { go: [calls(task('one'), task('two'))] }
  for (const name of ['one', 'two']) {
    agents[name] = [() => gate.opened.then(() => ({ text: `${name} report` }))]
  }
  await using fixture = await openRunFixture({ script: scriptAgents(agents) })
  await allow(1, fixture)
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('model.started', 2)
  await runs.kill(sessionId)
  gate.open()
  await runs.resume(sessionId)
  await runs.idle(sessionId)
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last)).toEqual(['one report', 'two report'])
  expectWhole(fixture)
})

test('an empty report is asked for once more, and fails the subagent if it stays empty', async () => {
  const agents = {
    go: [calls(task('forgets'), task('is silent'))],
    forgets: [calls({ name: 'ls', args: { path: '/workspace' } }), says(' \n')],
    'is silent': [says(''), says('')],
  }
  const script = scriptAgents(agents)
  const reminded = (request: ModelRequest) =>
    request.messages.at(-1)?.text.includes('Your answer was empty') ?? false
  await using fixture = await openRunFixture({
    script: (request, number) =>
      reminded(request) && request.messages[0]?.text === 'forgets'
        ? { text: 'Here it is.' }
        : reminded(request)
          ? { text: '' }
          : script(request, number),
  })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const last = fixture.server.requests.at(-1)
  expect(last && answersIn(last)).toEqual([
    'Here it is.',
    'Error: The subagent ended without a report, also when it was asked for it once more. What it did stands.',
  ])
  const ended = fixture.of('agent.ended').map(({ data }) => [data.outcome, data.error])
  expect(ended).toContainEqual(['ok', undefined])
  expect(ended).toContainEqual(['error', expect.stringContaining('without a report')])
  expect(fixture.server.requests.filter(reminded)).toHaveLength(2)
  expectWhole(fixture)
})

test('20 parallel subagents with 20 calls each: every event is its agent’s own, and the sums agree', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `worker ${index}.`)
  let tokens = 0
  const used = () => {
    tokens += 7
    return { input: 100 + tokens, output: 10 + (tokens % 13) }
  }
  const script = (request: ModelRequest): Reply => {
    const name = request.messages[0]?.text ?? ''
    const step = stepOf(request)
    const usage = used()
    if (name === 'go') {
      return step === 0 ? { calls: names.map((one) => task(one)), usage } : { text: 'Done.', usage }
    }
    if (step === 20) return { text: `report of ${name}`, usage }
    const text = `${name} step ${step}`
    return { text, calls: [{ name: 'ls', args: { path: `/docs/${name}${step}` } }], usage }
  }
  const limits = { toolCalls: 1000, failuresInRow: 1000 }
  await using fixture = await openRunFixture({ script, limits, streamIdleMs: 60_000 })
  await allow(20, fixture)
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const { timeline, transcript, usage } = fixture.states()
  expect(fixture.server.requests).toHaveLength(2 + 20 * 21)
  for (const { agentId, data } of fixture.of('agent.started').slice(1)) {
    const name = data.description
    if (!agentId) throw new Error('An agent has no id.')
    const thread = (transcript.threads[agentId] ?? []).flatMap((id) => transcript.items[id] ?? [])
    const own = thread.map((item) =>
      item.type === 'call' ? item.title : 'text' in item && item.text,
    )
    const expected = Array.from({ length: 20 }, (_, step) => [
      `${name} step ${step}`,
      `List /docs/${name}${step}`,
    ])
    expect(own).toEqual([...expected.flat(), `report of ${name}`])
    expect(timeline.lanes[agentId]?.outcome).toBe('ok')
  }
  const spans = new Map(fixture.of('agent.started').map(({ spanId, agentId }) => [spanId, agentId]))
  for (const { parentSpanId, agentId } of fixture.of('tool.started')) {
    expect(spans.get(parentSpanId)).toBe(agentId)
  }
  const sum = (of: (one: { input: number; output: number }) => number) =>
    fixture.server.sent.reduce((total, one) => total + of(one), 0)
  const sent = { inputTokens: sum(({ input }) => input), outputTokens: sum(({ output }) => output) }
  expect(usage.total).toMatchObject({ calls: 422, ...sent })
  const byAgent = Object.values(usage.byAgent)
  expect(byAgent).toHaveLength(21)
  const input = byAgent.reduce((total, one) => total + one.inputTokens, 0)
  const output = byAgent.reduce((total, one) => total + one.outputTokens, 0)
  expect({ inputTokens: input, outputTokens: output }).toEqual(sent)
  const ofLanes = Object.values(timeline.lanes).reduce((total, { tokens: one }) => total + one, 0)
  expect(ofLanes).toBe(sent.inputTokens + sent.outputTokens)
  expectWhole(fixture)
}, 60_000)
