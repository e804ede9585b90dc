import { expect, test } from 'vitest'
import { ShortcutTable } from '../../keyboard/shortcuts.ts'
import { findingActOf, findingActs } from '../../panels/code-review/finding-actions.ts'
import { commands } from './index.ts'

const plain = { code: '', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }

test('each key of the findings is that of a command', () => {
  const table = new ShortcutTable(commands, {})
  const keys = ['j', 'k', 'Home', 'End', 'o', 'a', 'd', 'x', 's']
  const asked = keys.map((key) => findingActOf(table, { ...plain, key }))
  expect(asked).toEqual(findingActs.map(({ act }) => act))
  expect(findingActOf(table, { ...plain, key: 'ArrowDown' })).toBe('next')
})
