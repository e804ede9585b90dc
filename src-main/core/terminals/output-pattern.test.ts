import { expect, test } from 'vitest'
import { toOutputPattern } from './output-pattern.ts'

test('an expression is looked for line by line, and what is none or would take forever is refused', () => {
  const findReady = toOutputPattern('ready in \\d+')
  expect(findReady('so\nit is ready in 12 ms\nthen')).toBe('it is ready in 12 ms')
  expect(toOutputPattern('^ready in \\d+')('not ready in 12 ms')).toBeUndefined()
  expect(() => toOutputPattern('(')).toThrow('“(” is not a regular expression')
  const forever = toOutputPattern('^(a+)+$')
  const look = () => forever(`${'a'.repeat(60)}b`)
  expect([look(), look(), look()]).toEqual([undefined, undefined, undefined])
  expect(look).toThrow('takes too long to look for')
})
