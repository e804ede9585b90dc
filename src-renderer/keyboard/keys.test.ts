import { expect, test, vi } from 'vitest'

// Which keys there are is found out once, when the module is loaded.
vi.stubGlobal('navigator', { platform: 'Linux x86_64' })
const { keysOf, nameKeys, writeKeys } = await import('./keys.ts')

const none = { code: '', metaKey: false, ctrlKey: false, altKey: false, shiftKey: false }

test('what is pressed is named as commands name it', () => {
  const pressed = [
    { ...none, key: 'k', ctrlKey: true },
    { ...none, key: 'E', ctrlKey: true, shiftKey: true },
    { ...none, key: '?', shiftKey: true },
    { ...none, key: '.', ctrlKey: true },
    { ...none, key: 'k', code: 'KeyK', ctrlKey: true, altKey: true },
    { ...none, key: '˚', code: 'KeyK', altKey: true },
    { ...none, key: ' ' },
    { ...none, key: 'k', metaKey: true },
    { ...none, key: 'Shift', shiftKey: true },
  ].map(keysOf)
  expect(pressed).toEqual([
    'mod+k',
    'mod+shift+e',
    '?',
    'mod+.',
    'mod+alt+k',
    'alt+k',
    'space',
    undefined,
    undefined,
  ])
})

test('keys are written for a person, and named for assistive technology', () => {
  const written = ['mod+k', 'mod+shift+e', 'alt+arrowleft', '?', '+', 'space', 'mod+,']
  expect(written.map(writeKeys)).toEqual([
    'Ctrl K',
    'Ctrl ⇧E',
    'Alt ←',
    '?',
    '+',
    'Space',
    'Ctrl ,',
  ])
  expect(written.map(nameKeys)).toEqual([
    'Control+K',
    'Control+Shift+E',
    'Alt+ArrowLeft',
    '?',
    '+',
    'Space',
    'Control+,',
  ])
})
