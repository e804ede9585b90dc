import { expect, test } from 'vitest'
import { commands } from '../commands/index.ts'
import { findEntries, MOST_ENTRIES, rankGroups, scoreEntry } from './palette-search.ts'

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

const values = commands.map(({ title, id }) => `${title} ${id}`)

function first(written: string): string | undefined {
  const scored = values.map((value) => ({ value, score: scoreEntry(value, written) }))
  return scored.toSorted((a, b) => b.score - a.score)[0]?.value
}

test('what a command is called in full finds it before all others', () => {
  const astray = commands.filter(({ title }) => !first(title)?.startsWith(title))
  expect(commands.length).toBeGreaterThan(50)
  expect(astray.map(({ title }) => title)).toEqual([])
})

test('what holds the words comes before what has their letters', () => {
  expect([first('the logs'), first('rewind'), first('gtl')?.startsWith('Go to the')]).toEqual([
    'Go to the logs go-to-logs',
    'Rewind to here… rewind',
    true,
  ])
  expect(scoreEntry('Go to the logs go-to-logs', 'xyz')).toBe(0)
})

test('the group with what fits best comes first, and the others stay as they are', () => {
  const groups = [['Zoom'], ['Go to the moment of the log'], ['Go to the log'], ['Undo']]
  expect(rankGroups(groups, (group) => group, 'go to the log')).toEqual([
    ['Go to the log'],
    ['Go to the moment of the log'],
    ['Zoom'],
    ['Undo'],
  ])
})
