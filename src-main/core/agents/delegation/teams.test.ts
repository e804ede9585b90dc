import { expect, test } from 'vitest'
import type { ModelRequest } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  answersIn,
  calls,
  createGate,
  says,
  scriptAgents,
  send,
  task,
  team as teamOf,
  toldIn,
} from '../../../../test/support/scripted-agents.ts'

function team(...names: readonly string[]) {
  return teamOf('crew', Object.fromEntries(names.map((name) => [name, `You are ${name}.`])))
}

function laneOf(fixture: RunFixture, teammate: string) {
  const lanes = Object.values(fixture.states().timeline.lanes)
  return lanes.find((lane) => lane.teammate === teammate)
}

function messagesOf(fixture: RunFixture) {
  return fixture.of('message.sent').map(({ data }) => [data.from.name, data.to.name, data.text])
}

const lastTold = (request: ModelRequest) => toldIn(request).at(-1) ?? ''

test('a teammate keeps its context, sleeps, and wakes when it is written to, in a later run too', async () => {
  const script = scriptAgents({
    go: [
      calls(team('ada')),
      says('I wait.'),
      says('Heard.'),
      calls(send('ada', 'And the second?')),
      says('I wait again.'),
      (request) => ({ text: lastTold(request) }),
    ],
    'You are ada': [
      calls(send('lead', 'The first is done.')),
      says('I sleep.'),
      (request) => ({ text: `I know ${toldIn(request).length} messages.` }),
    ],
  })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(laneOf(fixture, 'ada')).toMatchObject({ depth: 1, outcome: 'ok' })
  expect(await fixture.prompt('go on')).toEqual({ outcome: 'ok' })
  expect(messagesOf(fixture)).toEqual([
    ['lead', 'ada', 'You are ada.'],
    ['ada', 'lead', 'The first is done.'],
    ['lead', 'ada', 'And the second?'],
    ['ada', 'lead', 'I know 2 messages.'],
  ])
  const lead = fixture.server.requests.filter(({ messages }) => messages[0]?.text === 'go')
  expect(lead.map(lastTold)).toEqual([
    ...['go', 'go', 'Message from ada:\n\nThe first is done.', 'go on', 'go on'],
    'Message from ada:\n\nI know 2 messages.',
  ])
  const lane = laneOf(fixture, 'ada')
  const [began, woke] = fixture.of('agent.started').filter(({ data }) => data.teammate === 'ada')
  expect([began?.spanId, began?.agentId, woke?.agentId]).toEqual(Array(3).fill(lane?.agentId))
  expect(woke?.spanId).not.toBe(woke?.agentId)
  const rests = lane?.pauses?.map(({ reason }) => reason)
  expect([...(rests ?? []), lane?.rest?.reason]).toEqual(['queued', 'asleep', 'queued', 'asleep'])
  expect(Object.values(fixture.states().delegation.messages).every(({ isHeard }) => isHeard)).toBe(
    true,
  )
  expectWhole(fixture)
})

test('teammates write to each other, and hear what comes while they work with their next step', async () => {
  const gate = createGate()
  const script = scriptAgents({
    go: [calls(team('ada', 'ben')), says('I wait.'), says('Heard.'), says('Heard.')],
    'You are ada': [
      () => gate.opened.then(() => ({ calls: [{ name: 'ls', args: { path: '/docs' } }] })),
      (request) => ({ calls: [send('lead', `Ada heard: ${lastTold(request)}`)] }),
      says('Bye.'),
    ],
    'You are ben': [
      calls(send('ada', 'Look at a.txt'), send('nobody', 'x')),
      (request) => {
        gate.open()
        return { calls: [send('lead', answersIn(request).join(' | '))] }
      },
      says('Bye.'),
    ],
  })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const texts = messagesOf(fixture).map((one) => one.join(' > '))
  expect(texts).toContain('ben > ada > Look at a.txt')
  expect(texts).toContain('ada > lead > Ada heard: Message from ben:\n\nLook at a.txt')
  expect(texts.find((text) => text.startsWith('ben > lead'))).toContain(
    'There is no teammate "nobody". You can write to: lead, ada, ben.',
  )
  expectWhole(fixture)
})

test('a team that is dissolved stops its members at work and forgets them', async () => {
  const gate = createGate()
  const script = scriptAgents({
    go: [
      calls(team('ada')),
      async () => {
        await gate.opened
        return { calls: [{ name: 'delete_team', args: { name: 'crew' } }] }
      },
      calls(send('ada', 'Still there?'), team('ada')),
      (request) => ({ text: answersIn(request).slice(-2).join('\n') }),
    ],
    'You are ada': [
      () => {
        gate.open()
        return { text: 'never', delayMs: 60_000 }
      },
    ],
  })
  await using fixture = await openRunFixture({ script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('team.created', 2)
  await fixture.until('agent.started', 3)
  await runs.kill(sessionId)
  const first = fixture.of('agent.ended')[0]
  expect(first?.data.outcome).toBe('cancelled')
  const sent = fixture.of('tool.ended').map(({ data }) => data.error ?? data.outcome)
  expect(sent).toContain('There is no teammate "ada". You can write to: lead.')
  expect(new Set(fixture.of('agent.started').map(({ agentId }) => agentId)).size).toBe(3)
  expectWhole(fixture)
})

/** What is done with other agents, and people. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  ...['task', 'delegate_task', 'create_team', 'delete_team'],
  ...['send_message', 'ask_person'],
])

test('teammates neither delegate nor make teams, and nobody else can write', async () => {
  const script = scriptAgents({
    go: [calls(team('ada'), task('helper')), says('I wait.'), says('Heard.')],
  })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const toolsOf = (first: string) =>
    fixture.server.requests.find(({ messages }) => messages[0]?.text.includes(first))?.tools ?? []
  const about = (first: string) => toolsOf(first).filter((name) => OF_OTHERS.has(name))
  expect(about('You are ada').toSorted()).toEqual(['ask_person', 'send_message'])
  expect(about('helper')).toEqual(['ask_person'])
  const ada = fixture.server.requests.find(({ system }) => system.includes('called `ada`'))
  expect(ada?.system).toContain('`lead`, who made the team')
  expectWhole(fixture)
})

test('a stopped run stops teammates; resumed, they go on where they were', async () => {
  const gate = createGate()
  const script = scriptAgents({
    go: [calls(team('ada')), says('I wait.'), says('Heard.')],
    'You are ada': [
      calls({ name: 'ls', args: { path: '/docs' } }),
      () => gate.opened.then(() => ({ text: 'All done.' })),
    ],
  })
  await using fixture = await openRunFixture({ script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('model.started', 4)
  await runs.kill(sessionId)
  expect(laneOf(fixture, 'ada')).toMatchObject({ outcome: 'cancelled' })
  gate.open()
  await runs.resume(sessionId)
  await runs.idle(sessionId)
  expect(messagesOf(fixture).at(-1)).toEqual(['ada', 'lead', 'All done.'])
  expect(fixture.of('tool.started').filter(({ data }) => data.name === 'ls')).toHaveLength(1)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
})
