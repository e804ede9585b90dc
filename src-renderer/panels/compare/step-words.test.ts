import { expect, test } from 'vitest'
import type { RunItem } from '#shared/compare/run-record.ts'
import { tellItem } from './step-words.ts'

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
