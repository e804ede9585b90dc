import { expect, test } from 'vitest'
import { modelSpan, run, stateOf, toolSpan } from '../../../../test/support/make-timeline-spans.ts'
import { findStep } from './playhead-steps.ts'

const state = {
  ...stateOf(
    [
      modelSpan({ id: 'm', seq: 3, startedAt: 0 }),
      toolSpan({ id: 'a', seq: 10, startedAt: 1 }),
      modelSpan({ id: 'failed', seq: 12, startedAt: 1 }),
      modelSpan({ id: 'again', seq: 16, startedAt: 2, attempt: 2 }),
      toolSpan({ id: 'b', seq: 20, startedAt: 2 }),
    ],
    3,
  ),
  marks: [
    { type: 'edit' as const, seq: 15, at: 2, title: 'x' },
    { type: 'error' as const, seq: 17, at: 2, title: 'y' },
  ],
  bookmarks: [16],
  runs: [
    { id: run, seq: 2, startedAt: 0 },
    { id: run, seq: 18, startedAt: 2 },
  ],
  lastSeq: 30,
}

test.each([
  ['event', 'next', 5, 6],
  ['event', 'previous', 5, 4],
  ['event', 'next', 30, undefined],
  ['event', 'previous', 1, 1],
  ['call', 'next', 3, 10],
  ['call', 'next', 10, 20],
  ['call', 'previous', 20, 10],
  ['call', 'next', 20, undefined],
  ['turn', 'next', 1, 3],
  ['turn', 'next', 3, 12],
  ['turn', 'next', 12, undefined],
  ['turn', 'previous', 20, 12],
  ['turn', 'previous', 3, 1],
  ['mark', 'next', 1, 15],
  ['mark', 'next', 15, 16],
  ['mark', 'previous', 30, 17],
  ['error', 'next', 1, 17],
  ['error', 'next', 17, undefined],
  ['error', 'previous', 17, undefined],
  ['edit', 'previous', 30, 15],
  ['approval', 'next', 1, undefined],
  ['bookmark', 'next', 1, 16],
  ['run', 'previous', 30, 18],
  ['run', 'next', 2, 18],
  ['run', 'previous', 2, 1],
] as const)('a step by %s to the %s one from %i leads to %s', (stride, direction, from, to) => {
  expect(findStep(state, from, { stride, direction })).toBe(to)
})
