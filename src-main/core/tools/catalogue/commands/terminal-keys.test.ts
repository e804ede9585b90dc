import { expect, test } from 'vitest'
import { findKey } from './terminal-keys.ts'

test('keys are known by their names, and a character by itself', () => {
  const names = ['Enter', 'ArrowUp', 'F5', 'Ctrl+C', 'ctrl-space', 'Alt+x', 'Alt+Up', 'é', 'Ctrl+é']
  expect(names.map(findKey)).toEqual([
    '\n',
    '\x1b[A',
    '\x1b[15~',
    '\x03',
    '\0',
    '\x1bx',
    '\x1b\x1b[A',
    'é',
    undefined,
  ])
})
