import { expect, test } from 'vitest'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  answersIn,
  calls,
  says,
  scriptAgents,
  task,
} from '../../../../test/support/scripted-agents.ts'

const question = 'Shall the old format still be read?'
const ask = { name: 'ask_person', args: { question, options: ['Yes', 'No'] } }

const report = (request: Parameters<typeof answersIn>[0]) => ({ text: answersIn(request).join() })

function lastAnswers({ server }: RunFixture): readonly string[] {
  const last = server.requests.at(-1)
  return last ? answersIn(last) : []
}

test('a question of the lead or of a subagent waits for a person, while others go on', async () => {
  const script = scriptAgents({
    go: [calls(ask, task('asks'), task('works')), report],
    asks: [calls(ask), report],
    works: [says('Worked.')],
  })
  await using fixture = await openRunFixture({ script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested', 2)
  await fixture.until('agent.ended')
  const [first, second] = fixture.of('approval.requested').map(({ data }) => data)
  expect(first).toMatchObject({ title: question, args: { json: ask.args }, isJudged: false })
  expect(fixture.of('tool.started').map(({ data }) => data.name)).toEqual(['task', 'task'])
  expect(fixture.states().status.waiting).toBe(2)
  if (!first || !second) throw new Error('Nobody asked.')
  const { approvalId } = second
  await runs.decide(sessionId, { approvalId, decision: 'respond', message: 'Yes' })
  const reject = { approvalId: first.approvalId, decision: 'reject', message: 'Not now' } as const
  await runs.decide(sessionId, reject)
  await runs.idle(sessionId)
  expect(lastAnswers(fixture).toSorted()).toEqual(['The person said: Not now', 'Worked.', 'Yes'])
  expectWhole(fixture)
})

test('a question outlives a restart', async () => {
  await using fixture = await openRunFixture({ script: scriptAgents({ go: [calls(ask), report] }) })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  await fixture.close()
  await fixture.restart()
  const { approvalId } = data
  const answer = { approvalId, decision: 'respond', message: 'Only until May.' } as const
  await fixture.runs.decide(fixture.sessionId, answer)
  await fixture.runs.idle(fixture.sessionId)
  expect(lastAnswers(fixture)).toEqual(['Only until May.'])
  expect(fixture.of('approval.requested')).toHaveLength(1)
  expectWhole(fixture)
})

test('with nobody there, the model is told that nobody could be asked', async () => {
  await using fixture = await openRunFixture({ script: scriptAgents({ go: [calls(ask), report] }) })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  const message = 'This run has no terminal.'
  await runs.decide(sessionId, { approvalId, decision: 'reject', by: 'host', message })
  await runs.idle(sessionId)
  expect(lastAnswers(fixture)[0]).toContain('Nobody could be asked (This run has no terminal.)')
  expect(fixture.of('tool.ended').map(({ data: ended }) => ended.outcome)).toEqual(['denied'])
  expectWhole(fixture)
})

test.each([
  ['approve', {}],
  ['edit', { args: { question: 'Shall it go?' } }],
  ['approve', { always: { scope: 'session' } }],
  ['approve', { by: 'host' }],
] as const)('a question is not decided with %s %j', async (decision, said) => {
  await using fixture = await openRunFixture({ script: scriptAgents({ go: [calls(ask), report] }) })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  await expect(runs.decide(sessionId, { approvalId, decision, ...said })).rejects.toThrow(
    `This request can't be decided with ${decision}. Use respond or reject.`,
  )
  expect(fixture.of('approval.decided')).toEqual([])
  await runs.decide(sessionId, { approvalId, decision: 'respond', message: 'Yes' })
  await runs.idle(sessionId)
  expect(lastAnswers(fixture)).toEqual(['Yes'])
})

test('a long question is known as one, with all of its text', async () => {
  const long = `# Which format?\n\n${'Read the *old* one, or drop it? '.repeat(160)}`
  const asks = { name: 'ask_person', args: { question: long, options: ['Read it', 'Drop it'] } }
  await using fixture = await openRunFixture({
    script: scriptAgents({ go: [calls(asks), report] }),
  })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  expect(data).toMatchObject({
    type: 'question',
    args: { json: asks.args },
    allowedDecisions: ['respond', 'reject'],
    acceptsRule: false,
  })
  await fixture.runs.kill(fixture.sessionId)
})
