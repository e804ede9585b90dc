import { expect, test } from 'vitest'
import { splitLines } from './split-lines.ts'

async function linesOf(...chunks: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of splitLines(toStream(chunks))) lines.push(line)
  return lines
}

async function* toStream(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks
}

test('text is split at line feeds alone, wherever its chunks end', async () => {
  expect(await linesOf('a\u2028b\u2029c\r', 'd\n', 'e', 'f\n\ng')).toEqual([
    'a\u2028b\u2029c\rd',
    'ef',
    '',
    'g',
  ])
  expect([await linesOf(), await linesOf('', 'a\n')]).toEqual([[], ['a']])
})
