import { expect, test } from 'vitest'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { ModelName } from '#shared/settings/settings.ts'
import { beginDraft, type ReviewDraft, toStart, toStartAgain } from './review-draft.ts'

const projectId = ProjectId.parse('prj_1')
const sessionId = SessionId.parse('ses_1')
const choices = { reviewers: [{ name: 'security' }, { name: 'logic' }], base: 'trunk' }

test('from a session its changes are reviewed in it, and by all reviewers', () => {
  const about = { projectId, sessionId }
  expect(toStart(beginDraft(about), about, choices)).toEqual({
    start: { projectId, sessionId, subject: { type: 'session' }, limits: {} },
  })
})

test('from a session that has changed nothing it is what is uncommitted', () => {
  expect(beginDraft({ projectId, sessionId, isUnchanged: true }).type).toBe('uncommitted')
})

test('a branch is reviewed in a session of its own, by whom, with what and for how much is chosen', () => {
  const about = { projectId, sessionId }
  const model = ModelName.parse('anthropic:claude-sonnet-5')
  const draft: ReviewDraft = {
    ...beginDraft(about),
    type: 'base',
    ref: ' main ',
    left: new Set(['logic']),
    isOwn: true,
    model,
    budget: '$0.50',
  }
  expect(toStart(draft, about, choices)).toEqual({
    start: {
      projectId,
      subject: { type: 'base', ref: 'main' },
      limits: { costUsd: 0.5 },
      model,
      reviewers: ['security'],
    },
  })
})

test('a branch that nobody has named is the one that others begin from', () => {
  const draft = { ...beginDraft({ projectId }), type: 'base' } as const
  expect(toStart(draft, { projectId }, choices)).toMatchObject({
    start: { subject: { type: 'base', ref: 'trunk' } },
  })
  const { reviewers } = choices
  expect(toStart(draft, { projectId }, { reviewers })).toHaveProperty('wrong')
})

test('what cannot be asked is told as a sentence', () => {
  const draft = beginDraft({ projectId })
  const told = (change: Partial<typeof draft>) =>
    toStart({ ...draft, ...change }, { projectId }, choices)
  expect([
    told({ type: 'base', ref: ' ' }),
    told({ left: new Set(['security', 'logic']) }),
    told({ budget: 'much' }),
    told({ budget: '0' }),
  ]).toEqual([
    { wrong: 'Name a branch or a commit.' },
    { wrong: 'Choose a reviewer.' },
    { wrong: 'Give a budget above 0, such as 0.50, or none.' },
    { wrong: 'Give a budget above 0, such as 0.50, or none.' },
  ])
})

test('a review is asked for again with the limits that it had', () => {
  const about = { projectId, sessionId }
  const base = { type: 'base', ref: 'main' } as const
  expect([
    toStartAgain({ subject: base, reviewers: ['logic'], limits: { costUsd: 0.5 } }, about),
    toStartAgain({ subject: base, reviewers: ['logic'] }, about),
    toStartAgain({ subject: { type: 'diff', name: 'x.diff' }, reviewers: [] }, about),
  ]).toEqual([
    { ...about, subject: base, reviewers: ['logic'], limits: { costUsd: 0.5 } },
    { ...about, subject: base, reviewers: ['logic'] },
    undefined,
  ])
})
