import { expect, test } from 'vitest'
import { toMessage } from './draft-message.ts'

test('the first line of a prompt is the subject, with nothing lost of what is too long for it', () => {
  expect(toMessage('\n  Mend it \r\n\nand say so.')).toBe('Mend it')
  const full = 'a'.repeat(35)
  expect(toMessage(`${full} ${full}b`)).toBe(`${full} ${full}b`)
  const [subject, gap, rest] = toMessage(`${'mend it '.repeat(10)}now\nmore`).split('\n')
  expect([subject, gap, rest]).toEqual([
    ...[`${'mend it '.repeat(8)}mend …`, '', '… it mend it now'],
  ])
  expect(subject?.length).toBeLessThanOrEqual(72)
})

test('no word is cut, however long', () => {
  const word = 'x'.repeat(90)
  expect(toMessage(word)).toBe(word)
  expect(toMessage(`${word} is too long`)).toBe(`${word} …\n\n… is too long`)
})
