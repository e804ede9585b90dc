import { expect, test } from 'vitest'
import { listTabs, neighbourOf } from './open-tabs.ts'

test('the shown file has a tab, and closing it brings its neighbour', () => {
  expect(listTabs(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(listTabs(['a', 'b'], 'b')).toEqual(['a', 'b'])
  expect(neighbourOf(['a', 'b', 'c'], 'b')).toBe('c')
  expect(neighbourOf(['a', 'b'], 'b')).toBe('a')
  expect(neighbourOf(['a'], 'a')).toBeUndefined()
})
