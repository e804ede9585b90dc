import { expect, test } from 'vitest'
import { findEntries, MOST_ENTRIES } from './find-entries.ts'

const many = Array.from({ length: 1000 }, (_, index) => `Session ${index} of shop`)
const find = (text: string) => findEntries(many, text, (entry) => entry)

test('of a thousand entries few are drawn, and each is found by what it is called', () => {
  expect(find('')).toHaveLength(MOST_ENTRIES)
  expect(find('999')).toEqual(['Session 999 of shop'])
  expect(find('shop 123')).toEqual(['Session 123 of shop'])
  expect(find('nothing')).toEqual([])
})

test('what has the words comes before what has the letters alone', () => {
  const entries = ['m e n d', 'amend', 'made']
  expect(findEntries(entries, 'mend', (entry) => entry)).toEqual(['amend', 'm e n d'])
})
