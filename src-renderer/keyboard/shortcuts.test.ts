import { expect, test } from 'vitest'
import { isOfBrowsers, type Shortcut, ShortcutTable } from './shortcuts.ts'

const palette = { id: 'palette', title: 'Search', group: 'Window', keys: 'mod+k' }
const stop = { id: 'stop', title: 'Stop', group: 'Run', keys: 'mod+.' }
const back: Shortcut = {
  id: 'back',
  title: 'Back',
  group: 'Playhead',
  keys: 'l',
  keysIn: 'the timeline',
}
const send: Shortcut = {
  id: 'send',
  title: 'Send',
  group: 'Run',
  keys: 'l',
  keysIn: 'the prompt',
}
const all = [palette, stop, back, send]

test('what is chosen holds before what a command came with, also that it has no keys', () => {
  const table = new ShortcutTable(all, { palette: 'mod+p', stop: null })
  const keys = all.map(({ id }) => table.keysOf(id))
  expect(keys).toEqual(['mod+p', undefined, 'l', 'l'])
  expect(all.map(({ id }) => table.isChanged(id))).toEqual([true, true, false, false])
})

test('keys are in each other’s way where one place hears them both', () => {
  const table = new ShortcutTable(all, { stop: 'mod+p' })
  expect(table.findRival(palette, 'mod+.')).toBeUndefined()
  expect(table.findRival(palette, 'mod+p')).toBe(stop)
  expect(table.findRival(back, 'mod+k')).toBe(palette)
  expect(table.findRival(back, 'l')).toBeUndefined()
  expect(table.findIn('the timeline', 'l')).toBe(back)
})

test('what browsers keep is known', () => {
  const keys = ['mod+t', 'mod+shift+n', 'mod+k', 't', 'mod+tab']
  expect(keys.map(isOfBrowsers)).toEqual([true, true, false, false, true])
})
