import { expect, test } from 'vitest'
import type { RunItem } from '#shared/compare/run-record.ts'
import { describeRun, tellFigure, tellItem } from './format-run.ts'

test.each([
  ['**Done.** See `a_b.ts`.\n\nMore.', 'Done. See a_b.ts.'],
  ['## Result\ntext', 'Result'],
  ['- one\n- two', 'one'],
  ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
  ['', 'Said nothing'],
])('a step without calls is told by its first line, read as Markdown: %j', (text, told) => {
  expect(tellItem({ ...step, text })).toBe(told)
})

const step: RunItem = {
  type: 'step',
  seq: 1,
  endSeq: 1,
  model: 'demo:orrery',
  at: 0,
  endedAt: 0,
  agentType: 'lead',
  depth: 0,
  agent: 'lead',
  attempts: 1,
  outcome: 'ok',
  text: '',
  tokens: 0,
  costUsd: 0,
  unpricedCalls: 0,
  calls: [],
}

test('a run is called by its prompt, a review by what it is about', () => {
  expect([
    describeRun({ prompt: 'Tidy up' }),
    describeRun({ prompt: '', reviewOf: { type: 'base', ref: 'main' } }),
    describeRun({ prompt: '' }),
  ]).toEqual(['Tidy up', 'Review of what differs from main', 'Went on without a prompt'])
})

test('a difference is told in words and numbers, seen from the left run', () => {
  expect([
    tellFigure({ name: 'duration', left: 33_000, right: 45_000 }),
    tellFigure({ name: 'steps', left: 12, right: 9 }),
    tellFigure({ name: 'cost', left: 0.1, right: 0.06 }),
    tellFigure({ name: 'input-tokens', left: 1000, right: 129_000 }),
    tellFigure({ name: 'files', left: 2, right: 2 }),
    tellFigure({ name: 'cost', left: null, right: 1 }),
  ]).toEqual(['0:12 longer', '3 fewer', '$0.040 cheaper', '128k more', 'the same', 'not known'])
})

test('what looks the same is not said to differ', () => {
  expect(tellFigure({ name: 'duration', left: 33_000, right: 33_400 })).toBe('the same')
})
