import { expect, test } from 'vitest'
import { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { type Listing, listSessions, outcomeOf } from './listed-sessions.ts'

function session(title: string, more: Partial<SessionSummary> = {}): SessionSummary {
  const facts = { runs: 1, isRunning: false, isQueued: false, waiting: 0, lastOutcome: 'ok' }
  const spent = { costUsd: 0, unpricedCalls: 0, tokens: 0, agents: 1, lastSeq: 9 }
  const place = { id: `ses_${title}`, projectId: 'prj_1', projectName: 'shop', root: '/shop' }
  return SessionSummary.parse({
    ...place,
    ...facts,
    ...spent,
    title,
    createdAt: 1,
    changedAt: 1,
    ...more,
  })
}

const all: Listing = { text: '', where: 'project', outcome: 'all', order: 'changed' }
const three = [
  session('Fix 10', { changedAt: 3, firstInput: 'Why does the café fail?' }),
  session('fix 9', { changedAt: 2, costUsd: 4, lastOutcome: 'error' }),
  session('Tidy', { changedAt: 1, costUsd: 9, projectName: 'garden', lastOutcome: 'interrupted' }),
]

function titles(change: Partial<Listing>): readonly string[] {
  return listSessions(three, { ...all, ...change }).map(({ title }) => title)
}

test('sessions are found by their name, first prompt and project', () => {
  expect([
    titles({ text: 'FIX' }),
    titles({ text: 'cafe why' }),
    titles({ text: 'garden' }),
  ]).toEqual([['Fix 10', 'fix 9'], ['Fix 10'], ['Tidy']])
})

test('they are ordered by change, by cost or by name as people count', () => {
  expect([titles({}), titles({ order: 'cost' }), titles({ order: 'name' })]).toEqual([
    ['Fix 10', 'fix 9', 'Tidy'],
    ['Tidy', 'fix 9', 'Fix 10'],
    ['fix 9', 'Fix 10', 'Tidy'],
  ])
})

test('every session is listed under one outcome', () => {
  const states: readonly Partial<SessionSummary>[] = [
    { runs: 0, lastOutcome: undefined },
    { isRunning: true },
    { isRunning: true, isQueued: true },
    { isRunning: true, waiting: 1 },
    { isPaused: true },
    {},
    { lastOutcome: 'denied' },
    { lastOutcome: 'cancelled' },
  ]
  expect(states.map((state) => outcomeOf(session('x', state)))).toEqual([
    'new',
    'running',
    'running',
    'waiting',
    'paused',
    'ok',
    'failed',
    'stopped',
  ])
  expect([titles({ outcome: 'failed' }), titles({ outcome: 'stopped' })]).toEqual([
    ['fix 9'],
    ['Tidy'],
  ])
})
