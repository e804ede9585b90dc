import { expect, test } from 'vitest'
import { isOutsideEditor, splitWords, toTrustRows } from './trust-row.tsx'

const hook = {
  kind: 'hook',
  name: 'PreToolUse',
  file: '.orrery/hooks.json',
  words: 'Runs `true` at every PreToolUse, with all your rights.',
  isTrusted: false,
  watches: 'named',
} as const

test('each has a row of its own, that stays the same after a change', () => {
  const idsOf = (...hashes: readonly string[]) =>
    toTrustRows(hashes.map((hash) => ({ ...hook, hash }))).map(({ id }) => id)
  const before = idsOf('a', 'b')
  expect(new Set(before).size).toBe(2)
  expect(idsOf('a', 'c')).toEqual(before)
})

test('nothing is left out of a sentence, whatever its command holds', () => {
  expect(splitWords(hook.words)).toEqual({
    before: 'Runs ',
    command: 'true',
    after: ' at every PreToolUse, with all your rights.',
  })
  expect(splitWords('Runs `echo `date`\u202e` once.')).toMatchObject({
    command: 'echo `date`<U+202E>',
  })
  expect(splitWords('Runs `it.')).toMatchObject({ before: 'Runs `it.', command: undefined })
})

test('files elsewhere are told from those that the editor opens', () => {
  const files = ['.git/hooks/pre-commit', '.mcp.json', '/home/a/hooks/pre-commit', 'C:\\hooks']
  expect(files.map(isOutsideEditor)).toEqual([false, false, true, true])
})
