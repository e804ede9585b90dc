import { expect, onTestFinished, test, vi } from 'vitest'
import {
  formatBytes,
  formatJson,
  printError,
  toLine,
  toLines,
  toPrintable,
} from './format-output.ts'

test('a size is what the window says it is', () => {
  const sizes = [812, 14_300, 744_100, 999_700, 2_400_000, 3_210_000_000].map(formatBytes)
  expect(sizes).toEqual(['812 B', '14 kB', '744 kB', '1 MB', '2.4 MB', '3.2 GB'])
})

test('writes out characters that steer a terminal or can’t be seen', () => {
  const text = 'rm\u001b[2K \u202egpj.exe\u200b\r\n\tdone\rok'
  expect(toPrintable(text)).toBe('rm<U+001B>[2K <U+202E>gpj.exe<U+200B>\r\n\tdone<U+000D>ok')
  expect(toLine(text, 60)).toBe('rm<U+001B>[2K <U+202E>gpj.exe<U+200B> done<U+000D>ok')
  expect(toLines('a\u202eb c', 12)).toEqual(['a<U+202E>b c'])
})

test('escapes in JSON what a terminal takes for a control character', () => {
  const value = { output: 'a\u001b]52;c;?\u0007b\u009bc\u007fd', title: 'é' }
  const json = formatJson(value)
  expect(json).toBe('{"output":"a\\u001b]52;c;?\\u0007b\\u009bc\\u007fd","title":"é"}')
  expect(JSON.parse(json)).toEqual(value)
})

test('leaves in prose what its script or its emoji needs', () => {
  const text = 'کتاب\u200cها 👩\u200d👧 שלום\u200f!'
  expect(toLine(text, 60, 'prose')).toBe(text)
  expect(toLine(`${text}\u202e`, 60, 'prose')).toBe(`${text}<U+202E>`)
})

test('writes out invisible characters on standard error', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined)
  onTestFinished(() => error.mockRestore())
  printError('Can’t open \u001b[2Jphoto\u202egpj.exe.')
  expect(error.mock.calls).toEqual([['Can’t open <U+001B>[2Jphoto<U+202E>gpj.exe.']])
})
