import { expect, test } from 'vitest'
import { homeOf, panelOf, places, turnsOf } from './dock-panels.ts'

test('files, sessions and search take turns in one place, as do the terminals, the debugger and the logs', () => {
  expect([turnsOf('files'), turnsOf('sessions'), turnsOf('logs'), turnsOf('usage')]).toEqual([
    ['sessions', 'search'],
    ['files', 'search'],
    ['terminals', 'debugger'],
    [],
  ])
})

test('what has no home of its own is put among the editor’s tabs', () => {
  expect(homeOf('usage')).toEqual({ near: ['editor', 'transcript'], direction: 'within' })
})

test('every place of the rail shows a panel of its own', () => {
  const shown = places.map((place) => panelOf[place])
  expect(new Set(shown).size).toBe(places.length)
})
