import { expect, test } from 'vitest'
import { OutputPattern } from './output-pattern.ts'

test('finds the line in which a match begins', async () => {
  await using ready = new OutputPattern('ready in \\d+')
  expect(await ready.find('so\nit is ready in 12 ms\nthen')).toBe('it is ready in 12 ms')
  expect(await ready.find('nothing yet')).toBeUndefined()
  await using atStart = new OutputPattern('^ready in \\d+')
  expect(await atStart.find('not ready in 12 ms')).toBeUndefined()
})

test('refuses what is not a regular expression', () => {
  expect(() => new OutputPattern('(')).toThrow('“(” is not a regular expression')
})

test.each([
  ['(a+)+$', `${'a'.repeat(60)}b`],
  ['^(.*a){20}$', `${'a'.repeat(60)}b`],
  ['(x*x*)*y$', 'x'.repeat(60)],
])('gives up on %s, and leaves the thread free meanwhile', async (source, text) => {
  await using pattern = new OutputPattern(source, 200)
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 1)
  await expect(pattern.find(text)).rejects.toThrow('takes too long')
  clearInterval(counting)
  expect(turns).toBeGreaterThan(1)
})
