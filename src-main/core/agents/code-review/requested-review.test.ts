import { expect, test } from 'vitest'
import {
  AFTER,
  BEFORE,
  change,
  changesScript,
  divides,
  EVAL,
  onlyReview,
  openReviewed,
  reads,
  review,
  security,
  submits,
  tells,
} from '../../../../test/support/review-agents.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import {
  answersIn,
  calls,
  createGate,
  reads as readsFile,
  says,
  scriptAgents,
} from '../../../../test/support/scripted-agents.ts'

test('a review that was cut off goes on from where it was, and is submitted once', async () => {
  const gate = createGate()
  const waits = async () => {
    await gate.opened
    return { calls: [tells([EVAL])] }
  }
  const orchestrator = [divides, calls(submits([EVAL]))]
  await using fixture = await openReviewed({ orchestrator, security: [calls(reads(1)), waits] })
  await fixture.runs.review(fixture.sessionId, { subject: { type: 'uncommitted' } })
  await fixture.until('review.found')
  await fixture.close()
  gate.open()
  await fixture.restart()
  expect(onlyReview(fixture).submitted).toBeUndefined()
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  const { submitted, told } = onlyReview(fixture)
  expect(told.map(({ reviewer }) => reviewer).toSorted()).toEqual(['logic', 'security'])
  expect(submitted).toMatchObject({ by: 'orchestrator', comments: [{ reviewers: ['security'] }] })
  expect(submitted?.unread).toEqual([])
  expect(fixture.of('review.submitted')).toHaveLength(1)
  expectWhole(fixture)
})

test('a person who stops a review is given what was told; nobody is heard meanwhile', async () => {
  const gate = createGate()
  const waits = async () => {
    await gate.opened
    return { text: 'Too late.' }
  }
  await using fixture = await openReviewed({ orchestrator: [divides, waits], security })
  const { runs, sessionId } = fixture
  await runs.review(sessionId, { subject: { type: 'uncommitted' } })
  await fixture.until('review.found', 2)
  await expect(runs.send(sessionId, { text: 'Hello?' })).rejects.toThrow('A review is under way')
  const stopped = runs.stop(sessionId)
  gate.open()
  await stopped
  expect(onlyReview(fixture).submitted).toMatchObject({
    ...{ by: 'host', reason: 'A person stopped this run.' },
    comments: [{ line: 2 }],
  })
})

test('an agent has its change reviewed, and is answered with the review', async () => {
  const agents = changesScript({
    orchestrator: [divides, calls(submits([EVAL]))],
    security,
  })
  const lead = [
    calls(readsFile('/workspace/half.ts'), {
      name: 'write_file',
      args: { file_path: '/workspace/half.ts', content: AFTER },
    }),
    calls({ name: 'request_review', args: { subject: 'uncommitted' } }),
    says('Reviewed.'),
  ]
  const script = scriptAgents({ 'Write it': lead, ...agents })
  await using fixture = await openRunFixture({ script, files: { 'half.ts': BEFORE }, isGit: true })
  await fixture.prompt('Write it, and have it reviewed.')
  const answered = fixture.server.requests.at(-1)
  expect(answered && answersIn(answered).at(-1)).toMatch(
    /^The review recommends: request_changes\. It halves\.\n\n- half\.ts:2, critical, injection/,
  )
  const { submitted, callId } = onlyReview(fixture)
  expect(submitted?.by).toBe('orchestrator')
  const call = callId && fixture.states().transcript.items[callId]
  expect(call).toMatchObject({ type: 'call', outcome: 'ok', agents: [expect.any(String)] })
  expectWhole(fixture)
})

test('a lead that was stopped can be gone on with after its work was reviewed', async () => {
  const lead = Array.from({ length: 3 }, (_, index) =>
    calls({ name: 'glob', args: { pattern: `*.${index}` } }),
  )
  const agents = changesScript({ orchestrator: [divides, calls(submits([]))] })
  const script = scriptAgents({ 'Look around': lead, ...agents })
  await using fixture = await openReviewed({ orchestrator: [] }, { script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'Look around', limits: { toolCalls: 2 } })
  await runs.idle(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data.outcome).toBe('stopped')
  await review(fixture)
  await runs.resume(sessionId)
  await runs.idle(sessionId)
  const texts = fixture.of('model.delta').filter(({ data }) => data.channel === 'text')
  expect(texts.at(-1)?.data.text).toBe('Done.')
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['stopped', 'ok', 'ok'])
  expect(fixture.of('review.submitted')).toHaveLength(1)
})

test('a review that an agent asked for and that fails ends there, and the agent is told why', async () => {
  const lead = [calls({ name: 'request_review', args: { subject: 'uncommitted' } }), says('Alas.')]
  const agents = changesScript({ orchestrator: [() => ({ status: 401, error: 'bad key' })] })
  const script = scriptAgents({ 'Have it reviewed': lead, ...agents })
  await using fixture = await openReviewed({ orchestrator: [] }, { script })
  await fixture.prompt('Have it reviewed')
  const [orchestrator] = fixture.of('agent.ended')
  expect(orchestrator?.data.outcome).toBe('error')
  expect(onlyReview(fixture).submitted?.reason).toMatch(/^The review failed: /)
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['error'])
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['ok'])
  expectWhole(fixture)
})

test('an agent that asks again in a later run is answered about the change as it is then', async () => {
  const asks = calls({ name: 'request_review', args: { subject: 'uncommitted' } })
  const gate = createGate()
  const waits = async () => {
    await gate.opened
    return { text: 'Too late.' }
  }
  let isFirst = true
  const conducts = () => {
    if (!isFirst) return { calls: [submits([])] }
    isFirst = false
    return waits()
  }
  const script = scriptAgents({
    'Have it': [asks, asks, says('Reviewed.')],
    ...changesScript({ orchestrator: [conducts] }),
  })
  await using fixture = await openReviewed({ orchestrator: [] }, { script })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'Have it reviewed' })
  await fixture.until('review.started')
  await expect.poll(() => fixture.server.requests.length).toBe(2)
  await runs.kill(sessionId)
  gate.open()
  change(fixture, `${AFTER}// one more line\n`)
  await runs.send(sessionId, { text: 'Once more' })
  await runs.idle(sessionId)
  const [first, second] = Object.values(fixture.states().codeReviews.reviews)
  expect(first?.submitted).toBeUndefined()
  expect(first?.files[0]?.added).toBe(1)
  expect(second?.files[0]?.added).toBe(2)
  expect(second?.submitted).toMatchObject({ by: 'orchestrator' })
})

test('a review that is cut off while it is submitted is submitted by the host', async () => {
  const orchestrator = [divides, calls(submits([EVAL]))]
  await using fixture = await openReviewed({ orchestrator, security })
  const { runs, sessionId, store } = fixture
  const flushed = store.flush.bind(store)
  // What is to be submitted is counted first: meanwhile the run is killed.
  using holding = new DisposableStack()
  const reached = Promise.withResolvers<void>()
  const gate = createGate()
  let isSubmitting = false
  store.flush = async () => {
    if (isSubmitting) {
      reached.resolve()
      await gate.opened
    }
    await flushed()
  }
  holding.defer(() => {
    store.flush = flushed
  })
  using watching = store.events.onDidAppend((events) => {
    isSubmitting ||= events.some(
      ({ kind, data }) =>
        kind === 'tool.started' && 'name' in data && data.name === 'submit_review',
    )
  })
  await runs.review(sessionId, { subject: { type: 'uncommitted' } })
  await reached.promise
  const killed = runs.kill(sessionId)
  gate.open()
  await killed
  watching[Symbol.dispose]()
  expect(onlyReview(fixture).submitted).toMatchObject({ comments: [{ line: 2 }] })
  expect(fixture.of('review.submitted')).toHaveLength(1)
})
