import { expect, test } from 'vitest'
import { commands } from './commands/index.ts'
import { rankGroups, scoreEntry } from './palette-score.ts'

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
  expect([first('the log'), first('rewind'), first('gtl')?.startsWith('Go to the')]).toEqual([
    'Go to the log go-to-log',
    'Rewind to here… rewind',
    true,
  ])
  expect(scoreEntry('Go to the log go-to-log', 'xyz')).toBe(0)
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
