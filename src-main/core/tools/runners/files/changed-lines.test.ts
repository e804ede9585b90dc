import { expect, test } from 'vitest'
import { formatChangedLines, formatChanges } from './changed-lines.ts'

const many = Array.from({ length: 3_000 }, (_, index) => `line ${index}`)
const indented = many.map((line, index) => (index === 0 ? line : `  ${line}`))

test('shows how a file starts to differ that a formatter changed in every line', () => {
  const diff = formatChanges(many.join('\n'), indented.join('\n'))
  expect(diff).toContain('@@ -2,2999 +2,2999 @@\n-line 1\n-line 2\n')
  expect(diff).toContain('more lines are left out.]\n+  line 1\n+  line 2\n')
  expect(diff.length).toBeLessThan(9_000)
  expect(formatChangedLines(many.join('\n'), indented.join('\n'))).toBe('lines 2-3000')
})

test('shows the start of long lines', () => {
  const diff = formatChanges(`a\n${'x'.repeat(500_000)}\nb\n`, `a\n${'y'.repeat(500_000)}\nb\n`)
  const [x, y] = ['x', 'y'].map((char) => char.repeat(999))
  expect(diff).toBe(`@@ -1,3 +1,3 @@\n a\n-${x}…\n+${y}…\n b`)
})

test('says how many lines of a large diff are left out', () => {
  const before = many.slice(0, 400).join('\n')
  const after = indented.slice(0, 400).join('\n')
  const diff = formatChanges(before, after)
  const left = Number(/\[(\d+) more lines are left out\.\]$/.exec(diff)?.[1])
  expect(diff.split('\n').length - 1 + left).toBe(1 + 1 + 399 * 2 + 2)
})
