import { expect, test } from 'vitest'
import type { Finding, Severity } from '#shared/events/code-review.ts'
import { SpanId } from '#shared/ids.ts'
import { listTold, placeAfter } from './review-state.ts'

const found = (severity: Severity): Finding => ({
  ...{ file: 'a.ts', line: 1, severity, category: 'x', message: 'y' },
})

test('what was found so far comes the gravest first, of all reviewers', () => {
  const agentId = SpanId.parse('spn_1')
  const told = [
    { agentId, reviewer: 'design', summary: '', findings: [found('low'), found('high')], seq: 1 },
    { agentId, reviewer: 'security', summary: '', findings: [found('high')], seq: 2 },
  ]
  expect(listTold(told).map(({ id, reviewer }) => [id, reviewer])).toEqual([
    ['1 1', 'design'],
    ['2 0', 'security'],
    ['1 0', 'design'],
  ])
})

test('keys lead no further than the first and the last', () => {
  expect([
    placeAfter('next', 2, 3),
    placeAfter('previous', 0, 3),
    placeAfter('first', 2, 3),
    placeAfter('last', 0, 3),
  ]).toEqual([2, 0, 0, 2])
})
