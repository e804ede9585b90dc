import { expect, test } from 'vitest'
import {
  divides,
  EVAL,
  openReviewed,
  reads,
  review,
  security,
  submits,
  tells,
  toolsOffered,
} from '../../../../test/support/review-agents.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { calls, says, toldIn } from '../../../../test/support/scripted-agents.ts'

test('who would end without submitting is asked for it with that tool alone, and is heard', async () => {
  const orchestrator = [divides, says('All fine, I think.'), calls(submits([EVAL]))]
  const forgetful = [calls(reads(1)), says('I found something.'), calls(tells([EVAL]))]
  await using fixture = await openReviewed({ orchestrator, security: forgetful })
  const { submitted } = await review(fixture)
  expect(submitted).toMatchObject({ by: 'orchestrator', comments: [{ reviewers: ['security'] }] })
  const offered = toolsOffered(fixture.server.requests, 'Review uncommitted work')
  expect(offered.map((tools) => tools.length > 1)).toEqual([true, true, false])
  expect(offered.at(-1)).toEqual(['submit_review'])
  expect(toolsOffered(fixture.server.requests, 'look for holes').at(-1)).toEqual([
    'submit_findings',
  ])
  const asked = fixture.server.requests.at(-1)
  expect(asked?.body['tool_choice']).toBe('required')
  expect(asked && toldIn(asked).at(-1)).toMatch(/^You would end without having submitted/)
  expectWhole(fixture)
})

test('who never submits is asked twice; then the host submits what the reviewers told', async () => {
  const orchestrator = [divides, ...Array(9).fill(says('All fine, I think.'))]
  await using fixture = await openReviewed({ orchestrator, security })
  const { submitted } = await review(fixture)
  expect(submitted).toMatchObject({
    ...{ by: 'host', recommendation: 'request_changes', reason: expect.stringMatching(/asked to/) },
    comments: [{ ...EVAL, reviewers: ['security'] }],
  })
  expect(submitted?.summary).toBe('security: Read it all.\n\nlogic: Read it all.')
  expect(toolsOffered(fixture.server.requests, 'Review uncommitted work')).toHaveLength(4)
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['ok'])
  expectWhole(fixture)
})

test('a reviewer that never tells anything harms no other, and is told of', async () => {
  const orchestrator = [divides, calls(submits([]))]
  const silent = [calls(reads(1)), ...Array(9).fill(says('Hm.'))]
  await using fixture = await openReviewed({ orchestrator, security: silent })
  const { submitted, told } = await review(fixture)
  expect(told.map(({ reviewer }) => reviewer)).toEqual(['logic'])
  expect(submitted?.by).toBe('orchestrator')
  expect(toolsOffered(fixture.server.requests, 'look for holes')).toHaveLength(4)
  const answered = fixture.server.requests.at(-1)?.messages.map(({ text }) => text) ?? []
  expect(answered).toContainEqual(expect.stringMatching(/^It ended without having submitted/))
})

test('nonsense is answered with what is wrong with it, and what is sent then counts', async () => {
  const nonsense = { ...EVAL, severity: 'dreadful', line: 'two' }
  const orchestrator = [divides, calls(submits([nonsense], 'maybe')), calls(submits([EVAL]))]
  await using fixture = await openReviewed({ orchestrator, security })
  const { submitted } = await review(fixture)
  expect(submitted).toMatchObject({ by: 'orchestrator', comments: [{ line: 2 }] })
  const refused = fixture.of('tool.ended').find(({ data }) => data.outcome === 'error')
  expect(refused?.data.error).toMatch(/recommendation.*comments\.0\.line.*comments\.0\.severity/s)
})

test('who sends nothing but nonsense is stopped, and the host submits', async () => {
  const orchestrator = [divides, ...Array(40).fill(calls(submits([], 'maybe')))]
  await using fixture = await openReviewed({ orchestrator, security })
  const { submitted } = await review(fixture)
  expect(submitted).toMatchObject({ by: 'host', comments: [{ line: 2 }] })
  expect(fixture.of('review.submitted')).toHaveLength(1)
  expect(toolsOffered(fixture.server.requests, 'Review')).toHaveLength(6)
  expectWhole(fixture)
})

test('a second submission is refused and noted', async () => {
  const both = { calls: [submits([EVAL]), submits([], 'approve')] }
  const orchestrator = [divides, () => both]
  const twice = [calls(reads(1)), calls(tells([EVAL]), tells([]))]
  await using fixture = await openReviewed({ orchestrator, security: twice })
  const { submitted, told } = await review(fixture)
  expect(fixture.of('review.submitted')).toHaveLength(1)
  expect(submitted).toMatchObject({ recommendation: 'request_changes', comments: [{ line: 2 }] })
  expect(told.filter(({ reviewer }) => reviewer === 'security')).toMatchObject([
    { findings: [EVAL] },
  ])
  const refused = fixture.of('tool.ended').filter(({ data }) => data.outcome === 'error')
  expect(refused.map(({ data }) => data.error)).toEqual([
    'You have submitted your findings: they are not taken twice.',
    'The review was submitted: it is not taken twice.',
  ])
  expectWhole(fixture)
})

test('who reads the same for ever is stopped by the limits, and what was told is submitted', async () => {
  const orchestrator = [divides, ...Array(99).fill(calls(reads(1)))]
  await using fixture = await openReviewed({ orchestrator, security })
  const { submitted } = await review(fixture)
  expect(submitted).toMatchObject({
    by: 'host',
    reason: expect.stringMatching(/same \(read_diff\) 5 times/),
    comments: [{ line: 2 }],
  })
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['stopped'])
  await expect(fixture.runs.resume(fixture.sessionId)).rejects.toThrow('no run to go on with')
  expectWhole(fixture)
})

test('who hangs is cut off when time is up, and what was told is submitted', async () => {
  const hangs = () => ({ text: 'Let me think about it', hangAfterWords: 2 })
  await using fixture = await openReviewed({ orchestrator: [divides, hangs], security })
  const { submitted } = await review(fixture, { minutes: 0.1 })
  expect(submitted).toMatchObject({ by: 'host', comments: [{ line: 2 }] })
  expect(submitted?.reason).toMatch(/after 0\.1 minutes/)
  expectWhole(fixture)
})

test('a model that can’t be asked at all is a clear failure', async () => {
  const orchestrator = [() => ({ status: 401, error: 'bad key' })]
  await using fixture = await openReviewed({ orchestrator })
  const { submitted } = await review(fixture)
  expect(submitted).toBeUndefined()
  expect(fixture.of('run.ended').at(-1)?.data).toMatchObject({ outcome: 'error' })
})

test('a budget that is used up ends a review with what it has, and nobody is asked', async () => {
  const usage = { input: 400_000, output: 100 }
  const divided = () => ({ ...divides(), usage })
  const orchestrator = [divided, ...Array(9).fill(says('Hm.'))]
  const told = [calls(reads(1)), () => ({ calls: [tells([EVAL])], usage })]
  const model = 'openai:gpt-5-mini'
  await using fixture = await openReviewed({ orchestrator, security: told }, { model })
  const { submitted } = await review(fixture, { costUsd: 0.21 })
  expect(submitted).toMatchObject({ by: 'host', comments: [{ line: 2 }] })
  expect(submitted?.reason).toMatch(/^Stopped at this run’s budget of \$0\.21/)
  expect(submitted?.costUsd).toBeLessThanOrEqual(0.21)
  expect(fixture.of('approval.requested')).toEqual([])
  expectWhole(fixture)
})
