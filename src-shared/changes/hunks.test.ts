import { expect, it } from 'vitest'
import { acceptHunks, listHunks, revertHunks } from './hunks.ts'

it('compares line by line whatever the line ends', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const toText = (lines: readonly string[]) => lines.map((line) => line + end).join('')
    const texts = { baseline: toText(['a', 'b', 'c', '']), current: toText(['A', 'b', 'c', 'd']) }
    const hunks = listHunks(texts)
    expect(hunks.map(({ removed, added }) => ({ removed, added }))).toEqual([
      { removed: [`a${end}`], added: [`A${end}`] },
      { removed: [end], added: [`d${end}`] },
    ])
    const first = hunks.slice(0, 1)
    expect(acceptHunks(texts, first)).toBe(toText(['A', 'b', 'c', '']))
    expect(revertHunks(texts, first)).toBe(toText(['a', 'b', 'c', 'd']))
  }
})
