import { expect, test } from 'vitest'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  answersIn,
  calls,
  createGate,
  inBackground,
  says,
  scriptAgents,
  toldIn,
} from '../../../../test/support/scripted-agents.ts'

function requestsOf({ server }: RunFixture, first: string) {
  return server.requests.filter(({ messages }) => messages[0]?.text === first)
}

function lanesOf(fixture: RunFixture) {
  const { laneOrder, lanes } = fixture.states().timeline
  return laneOrder.map((id) => [lanes[id]?.description, lanes[id]?.depth, lanes[id]?.outcome])
}

test('the lead goes on at once, and reports come to it when its turn has ended, in rounds', async () => {
  const slow = createGate()
  const script = scriptAgents({
    go: [
      calls(inBackground('quick'), inBackground('also quick'), inBackground('slow')),
      calls({ name: 'ls', args: { path: '/workspace' } }),
      says('I wait.'),
      (request) => {
        slow.open()
        return { text: `Heard ${toldIn(request).length - 1}.` }
      },
      says('All heard.'),
    ],
    slow: [() => slow.opened.then(() => ({ text: 'slow report' }))],
    quick: [says('quick report')],
  })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const lead = requestsOf(fixture, 'go')
  const [first = ''] = lead[1] ? answersIn(lead[1]) : []
  expect(first).toMatch(/^It works in the background as spn_/)
  const told = lead.map((request) => toldIn(request).slice(1))
  expect(told.slice(0, 3)).toEqual([[], [], []])
  expect(
    told
      .at(-1)
      ?.map((text) => text.split('\n\n')[1])
      .toSorted(),
  ).toEqual(['quick report', 'quick report', 'slow report'])
  expect(told.at(-1)?.[0]).toMatch(
    /^Report of your background delegate spn_\w+ \(general-purpose: /,
  )
  expect(lanesOf(fixture).toSorted()).toEqual([
    ['Leads the session', 0, 'ok'],
    ['also quick', 1, 'ok'],
    ['quick', 1, 'ok'],
    ['slow', 1, 'ok'],
  ])
  const { messages } = fixture.states().delegation
  expect(Object.values(messages).map(({ isHeard }) => isHeard)).toEqual([true, true, true])
  const heard = fixture.of('message.heard').flatMap(({ data }) => data.messages)
  expect(heard.toSorted()).toEqual(fixture.of('message.sent').map(({ seq }) => seq))
  expectWhole(fixture)
})

test('a delegate works for as many steps as its run lets it', async () => {
  const reads = Array.from({ length: 30 }, (_, index) =>
    calls({ name: 'glob', args: { pattern: `*.${index}` } }),
  )
  const agents = {
    go: [calls(inBackground('long'))],
    long: [...reads, says('long report')],
  }
  await using fixture = await openRunFixture({ script: scriptAgents(agents) })
  await fixture.prompt('go')
  expect(fixture.of('message.sent').map(({ data }) => data.text)).toEqual(['long report'])
})

test('a delegate that fails tells the lead why, and harms nobody', async () => {
  const script = scriptAgents({
    go: [calls(inBackground('breaks'), inBackground('is silent')), says('I wait.')],
    breaks: [() => ({ status: 400, error: 'no such thing' })],
    'is silent': [says(' '), says('')],
  })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const last = fixture.server.requests.at(-1)
  const told = last ? toldIn(last).join('\n') : ''
  expect(told).toContain('rejected the request (400)')
  expect(told).toContain('ended without a report')
  expect(
    fixture
      .of('agent.ended')
      .map(({ data }) => data.outcome)
      .toSorted(),
  ).toEqual(['error', 'error', 'ok'])
  expectWhole(fixture)
})

test('what a delegate may do is judged as everywhere, and what it asks waits while the lead works', async () => {
  const write = { name: 'write_file', args: { file_path: '/workspace/b.txt', content: 'b' } }
  const script = scriptAgents({
    go: [calls(inBackground('write it')), says('I wait.')],
    'write it': [calls(write), (request) => ({ text: answersIn(request).join() })],
  })
  const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
  await using fixture = await openRunFixture({ script, files })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'reject', message: 'No.' })
  await runs.idle(sessionId)
  const last = fixture.server.requests.at(-1)
  expect(last && toldIn(last).at(-1)).toContain('A person refused this call: No.')
  expectWhole(fixture)
})

test('what a person says while the lead waits for its delegates is heard at once', async () => {
  const gate = createGate()
  const script = scriptAgents({
    go: [
      calls(inBackground('slow')),
      says('I wait.'),
      (request) => {
        gate.open()
        return { text: toldIn(request).at(-1) ?? '' }
      },
    ],
    slow: [() => gate.opened.then(() => ({ text: 'slow report' }))],
  })
  await using fixture = await openRunFixture({ script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('model.ended', 2)
  await runs.send(sessionId, { text: 'and this' })
  await runs.idle(sessionId)
  const lead = requestsOf(fixture, 'go')
  expect(lead[2] && toldIn(lead[2])).toEqual(['go', 'and this'])
  expect(lead[3] && toldIn(lead[3]).at(-1)).toContain('slow report')
  expectWhole(fixture)
})

test('a run that is stopped stops its delegates; resumed, they go on, and another message gives them up', async () => {
  const gates = [createGate(), createGate()]
  const script = scriptAgents({
    go: [calls(inBackground('slow')), says('I wait.')],
    slow: [
      calls({ name: 'ls', args: { path: '/workspace' } }),
      async () => {
        const gate = gates.shift()
        await gate?.opened
        return { text: 'slow report' }
      },
    ],
  })
  await using fixture = await openRunFixture({ script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('model.started', 4)
  await runs.kill(sessionId)
  expect(fixture.of('agent.ended').map(({ data }) => data.outcome)).toEqual([
    'cancelled',
    'cancelled',
  ])
  await runs.resume(sessionId)
  await fixture.until('model.started', 5)
  await runs.kill(sessionId)
  expect(fixture.of('tool.started').filter(({ data }) => data.name === 'ls')).toHaveLength(1)
  expect(await fixture.prompt('never mind')).toEqual({ outcome: 'ok' })
  const last = fixture.server.requests.at(-1)
  expect(last && toldIn(last).map((text) => text.split('\n\n').at(-1))).toEqual([
    'go',
    'never mind',
    'It was stopped before it could report, and does not go on. What it did until then stands.',
  ])
  expect(lanesOf(fixture)).toHaveLength(2)
  expectWhole(fixture)
})

test('a limit holds for delegates too; what they report then is heard in the next run', async () => {
  const list = (request: { messages: readonly unknown[] }) => ({
    calls: [{ name: 'ls', args: { path: `/docs/${request.messages.length}` } }],
  })
  const script = scriptAgents({
    go: [calls(inBackground('endless')), says('I wait.'), says('Heard.')],
    endless: [list, list, list, list, list, list],
  })
  await using fixture = await openRunFixture({ script, limits: { toolCalls: 4 } })
  expect(await fixture.prompt('go')).toMatchObject({ outcome: 'stopped' })
  expect(fixture.of('agent.ended').map(({ data }) => data.outcome)).toEqual(['stopped', 'stopped'])
  expect(Object.values(fixture.states().delegation.messages)).toMatchObject([{ isHeard: false }])
  expect(await fixture.prompt('go on')).toEqual({ outcome: 'ok' })
  const last = fixture.server.requests.at(-1)
  expect(last && toldIn(last).at(-1)).toMatch(/^go on$|Stopped after 4 tool calls/)
  expect(Object.values(fixture.states().delegation.messages)).toMatchObject([{ isHeard: true }])
  expectWhole(fixture)
})
