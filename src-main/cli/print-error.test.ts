import { expect, onTestFinished, test, vi } from 'vitest'
import { printError } from './print-error.ts'

test('writes out invisible characters on standard error', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined)
  onTestFinished(() => error.mockRestore())
  printError('Can’t open \u001b[2Jphoto\u202egpj.exe.')
  expect(error.mock.calls).toEqual([['Can’t open <U+001B>[2Jphoto<U+202E>gpj.exe.']])
})
