import { expect, test } from 'vitest'
import { toCommandId, toSettingName } from './former-command-ids.ts'
import { ShortcutChoices } from './settings.ts'

test('reads shortcuts stored with the former ids of commands', () => {
  const stored = {
    'review-accept': 'y',
    'review-changes': 'mod+alt+r',
    'toggle-findings': null,
    'go-to-log': 'mod+9',
    'toggle-files': 'mod+8',
  }
  expect(ShortcutChoices.parse(stored)).toEqual({
    'changes-accept': 'y',
    'start-code-review': 'mod+alt+r',
    'toggle-code-review': null,
    'go-to-logs': 'mod+9',
    'toggle-files': 'mod+8',
  })
  expect(ShortcutChoices.parse({ 'changes-accept': 'x', 'review-accept': 'y' })).toEqual({
    'changes-accept': 'x',
  })
})

test('names a shortcut setting by the current id of its command', () => {
  const names = ['shortcuts.review-accept', 'shortcuts.toggle-files', 'shortcuts', 'model']
  expect(names.map(toSettingName)).toEqual([
    'shortcuts.changes-accept',
    'shortcuts.toggle-files',
    'shortcuts',
    'model',
  ])
})

test('an id that never changed stays, whatever it is called', () => {
  expect(['toggle-review', 'toString', 'review-unknown'].map(toCommandId)).toEqual([
    ...['toggle-changes', 'toString', 'review-unknown'],
  ])
})
