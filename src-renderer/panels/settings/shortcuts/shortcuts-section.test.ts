import { expect, test } from 'vitest'
import { ShortcutTable } from '../../../keyboard/shortcuts.ts'
import { findShortcuts } from './shortcuts-section.tsx'

const table = new ShortcutTable(
  [
    { id: 'palette', title: 'Search, or run a command', group: 'Window', keys: 'mod+k' },
    { id: 'stop', title: 'Stop the run', group: 'Run', keys: 'mod+.' },
    { id: 'pause', title: 'Pause the run', group: 'Run' },
  ],
  { pause: 'mod+shift+x' },
)
const idsFor = (text: string) =>
  findShortcuts(table, text).map(({ group, shortcuts }) => [group, shortcuts.map(({ id }) => id)])

test('commands are found by words of their names, and by the keys they have now', () => {
  expect(idsFor('the run')).toEqual([['Run', ['stop', 'pause']]])
  expect(idsFor('mod+shift+x')).toEqual([['Run', ['pause']]])
  expect(idsFor('ctrl k')).toEqual([['Window', ['palette']]])
  expect(idsFor('nothing')).toEqual([])
})
