import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstDifference, listTabs, neighbourOf } from './editor-panel.tsx'

test('the first line is told that differs', () => {
  expect(firstDifference('a\nb\nc', 'a\nB\nc')).toBe(2)
  expect(firstDifference('a\nb', 'a\nb\nc')).toBe(3)
  expect(firstDifference('', 'a')).toBe(1)
})

test('all lines before it are the same, and it is not', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '')).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const line = firstDifference(one, other) ?? Number.POSITIVE_INFINITY
      const [ours, theirs] = [one.split('\n'), other.split('\n')]
      expect(ours.slice(0, line - 1)).toEqual(theirs.slice(0, line - 1))
      expect(line < Number.POSITIVE_INFINITY).toBe(one !== other)
      if (one !== other) expect(ours[line - 1]).not.toBe(theirs[line - 1])
    }),
  )
})

test('the shown file has a tab, and closing it brings its neighbour', () => {
  expect(listTabs(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(listTabs(['a', 'b'], 'b')).toEqual(['a', 'b'])
  expect(neighbourOf(['a', 'b', 'c'], 'b')).toBe('c')
  expect(neighbourOf(['a', 'b'], 'b')).toBe('a')
  expect(neighbourOf(['a'], 'a')).toBeUndefined()
})
