import { expect, test } from 'vitest'
import { rowsOf, toCsv } from './day-sums.ts'

const totals = {
  calls: 2,
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 4,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: 0.25,
  savedUsd: 0.01,
  unpricedCalls: 0,
}
const report = {
  total: totals,
  groups: [{ key: 'a', totals }],
  others: [],
  sessions: 1,
  medianSessionUsd: 0.25,
}

test('a report is written as a table that spreadsheets read', () => {
  expect(toCsv(rowsOf(report, (key) => key))).toBe(
    'name,calls,inputTokens,outputTokens,cacheReadTokens,cacheWriteTokens,reasoningTokens,costUsd,savedUsd,unpricedCalls\r\n' +
      'a,2,10,5,4,0,0,0.25,0.01,0\r\n',
  )
})

test.each([
  ['Say "hello", twice', '"Say ""hello"", twice"'],
  ['=1+2', "'=1+2"],
  ['two\nlines', '"two\nlines"'],
])('a name stays a name: %j', (name, field) => {
  expect(
    toCsv(rowsOf(report, () => name))
      .split('\r\n')[1]
      ?.startsWith(`${field},`),
  ).toBe(true)
})
