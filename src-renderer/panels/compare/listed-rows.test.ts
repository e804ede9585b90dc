import { expect, test } from 'vitest'
import type { StepRow } from '#shared/compare/compare-runs.ts'
import { findDifference, listLines } from './listed-rows.ts'

/** `=` is alike, `!` differs, `p` is a prompt. */
function rowsOf(pattern: string): readonly StepRow[] {
  return [...pattern].map((sign) => {
    const left = { type: sign === 'p' ? 'prompt' : 'step' }
    const differences = sign === '!' ? ['tools'] : []
    // Only what decides on folding is given.
    return { left, calls: [], differences } as unknown as StepRow
  })
}

function told(pattern: string, opened: readonly number[] = []): string {
  const lines = listLines(rowsOf(pattern), new Set(opened))
  return lines
    .map((line) => (line.type === 'row' ? `${line.index}` : `${line.from}-${line.to}`))
    .join(' ')
}

test('long stretches that are alike are folded, but for what stands beside a difference', () => {
  expect(told('p======!======')).toBe('0 1 2-6 6 7 8 9-14')
  expect(told('!===!')).toBe('0 1 2 3 4')
  expect(told('======')).toBe('0-6')
  expect(told('')).toBe('')
})

test('a fold that was opened shows every row of it', () => {
  expect(told('p======!', [2])).toBe('0 1 2 3 4 5 6 7')
})

test('differences are found from row to row, and beyond the last there is none', () => {
  const rows = rowsOf('p=!==!')
  expect(findDifference(rows, 0, 'next')).toBe(2)
  expect(findDifference(rows, 2, 'next')).toBe(5)
  expect(findDifference(rows, 5, 'next')).toBeUndefined()
  expect(findDifference(rows, 5, 'previous')).toBe(2)
})
