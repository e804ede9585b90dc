import { expect, test } from 'vitest'
import { ShortcutTable } from '../../client/shortcuts.ts'
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
