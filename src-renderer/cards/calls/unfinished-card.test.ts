import { expect, test } from 'vitest'
import { lastLines } from './unfinished-card.tsx'

test('the end of what was printed is plain text', () => {
  const output = '\u001b]0;title\u0007\u001b[1;32mone\u001b[0m\r\ntwo\r\n\r\n'
  expect(lastLines(output)).toBe('one\ntwo')
  expect(lastLines('1\n2\n3\n4\n5\n6\n7\n')).toBe('2\n3\n4\n5\n6\n7')
  expect(lastLines('\u001b[2J')).toBe('')
  expect(lastLines('\u0007ERROR')).toBe('ERROR')
})
