import { expect, test } from 'vitest'
import { ShortcutTable } from '../../keyboard/shortcuts.ts'
import { ownKeys } from '../../panels/editor/monaco/editor-options.ts'
import { commands } from './index.ts'

const table = new ShortcutTable(commands, {})

test('every command has an id of its own', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
})

test('no two commands come with keys that one place hears both of', () => {
  const rivals = commands.flatMap((command) => {
    const rival = command.keys && table.findRival(command, command.keys)
    return rival ? [`${command.id} and ${rival.id}: ${command.keys}`] : []
  })
  expect(rivals).toEqual([])
})

test('in the editor every command of the window has its keys but those that are left to a text', () => {
  const kept = commands.filter(({ keys, keysIn }) => keys && !keysIn && ownKeys.includes(keys))
  expect(kept.map(({ id, isLeftToText }) => [id, isLeftToText])).toEqual([['undo', true]])
})
