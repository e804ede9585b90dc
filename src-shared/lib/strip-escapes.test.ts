import { expect, test } from 'vitest'
import { stripEscapes } from './strip-escapes.ts'

// https://github.com/xtermjs/xterm.js/issues/2139
test.each([
  ['a device control string', '\u001BP'],
  ['a title', '\u001B]0;'],
  ['a program command', '\u001B_'],
  ['a private message', '\u001B^'],
  ['a start of string', '\u001BX'],
  ['C1: a device control string', '\u0090'],
  ['C1: a title', '\u009D'],
  ['C1: a control sequence', '\u009B'],
])('%s without an end hides nothing after it', (_name, start) => {
  const text = stripEscapes(`${start}t before\nVISIBLE-1\n\u001B]0;title\u0007VISIBLE-2\u001B\\\n`)
  expect(text).toMatch(/before\nVISIBLE-1\nVISIBLE-2\n$/)
})

test.each([
  ['\u001B[1;31mred\u001B[0m', 'red'],
  ['\u001B[?25l\u001B[2Jx\u001B[10;20H', 'x'],
  ['\u001B]0;a title\u0007x\u001B]2;another\u001B\\y', 'xy'],
  ['\u001B]8;;https://example.com/a\u001B\\link\u001B]8;;\u001B\\', 'link'],
  ['\u001BPq#0;2;0;0;0#0!10~\u001B\\x', 'x'],
  ['\u001B(B\u001B)0\u001B#8\u001B=\u001B7x\u001Bc', 'x'],
  ['\u009B31mred\u009Dtitle\u009Cx', 'redx'],
  ['\u0007ERROR\bX', '\u0007ERROR\bX'],
  ['100\u001B', '100'],
  ['no escapes: [31m ]0; P', 'no escapes: [31m ]0; P'],
])('%j becomes %j', (text, expected) => {
  expect(stripEscapes(text)).toBe(expected)
})

test.each([
  '\u001B]',
  '\u001B]0;',
  '\u009D',
  '\u001BP',
  '\u0090',
  '\u001B[',
  '\u009B',
  '\u001B',
  '\u001B[1;',
])('a megabyte of %j is stripped at once', (start) => {
  const many = start.repeat(Math.ceil((1024 * 1024) / start.length))
  expect(stripEscapes(`${many}end\n`)).toMatch(/nd\n$/)
})
