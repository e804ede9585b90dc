import { expect, test } from 'vitest'
import { ShortcutTable } from '../../keyboard/shortcuts.ts'
import { actOf, changeActs } from '../../panels/changes/change-actions.ts'
import { commands } from './index.ts'

const plain = { code: '', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }

test('each key of the changes is that of a command', () => {
  const table = new ShortcutTable(commands, {})
  const keys = ['j', 'k', 'Home', 'End', 'a', 'r', 'c', 'o']
  const asked = keys.map((key) => actOf(table, { ...plain, key }))
  expect(asked).toEqual(changeActs.map(({ act }) => act))
  expect(actOf(table, { ...plain, key: 'a', ctrlKey: true })).toBeUndefined()
})

test('a person’s own keys take the place of those, and the arrows stay', () => {
  const own = new ShortcutTable(commands, { 'changes-accept': 'y', 'changes-next': null })
  const keys = ['y', 'a', 'j', 'ArrowDown', 'ArrowUp']
  expect(keys.map((key) => actOf(own, { ...plain, key }))).toEqual([
    ...['accept', undefined, undefined, 'next', 'previous'],
  ])
})
