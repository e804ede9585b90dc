import { expect, test } from 'vitest'
import { toOutputPattern } from './output-pattern.ts'

test('an expression is looked for line by line, and what is none or would take forever is refused', () => {
  const isReady = toOutputPattern('^ready in \\d+')
  expect([isReady('so\nready in 12 ms'), isReady('not ready in 12 ms')]).toEqual([true, false])
  expect(() => toOutputPattern('(')).toThrow('“(” is not a regular expression')
  const forever = toOutputPattern('^(a+)+$')
  const look = () => forever(`${'a'.repeat(60)}b`)
  expect([look(), look(), look()]).toEqual([false, false, false])
  expect(look).toThrow('takes too long to look for')
})
