import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Author, type AuthorRange, type ComparedPart, carryAuthors } from './line-authors.ts'

/** One author a line. */
function spread(stretches: readonly AuthorRange[]): readonly Author[] {
  return stretches.flatMap(({ author, lines }) => Array.from({ length: lines }, () => author))
}

/** What each line of a text becomes, and what is put before it. */
const edit = fc.record({ kept: fc.boolean(), added: fc.nat(3) })
const history = fc.record({
  first: fc.nat(12),
  edits: fc.array(fc.array(edit, { minLength: 40, maxLength: 40 }), { maxLength: 8 }),
})

function partsOf(lines: number, edits: readonly { kept: boolean; added: number }[]) {
  return edits.slice(0, lines).flatMap(({ kept, added }): ComparedPart[] => [
    { type: 'added', lines: added },
    { type: kept ? 'same' : 'removed', lines: 1 },
  ])
}

test('every line has one author: who added it, or the start where nobody has touched it', () => {
  fc.assert(
    fc.property(history, ({ first, edits }) => {
      let stretches: readonly AuthorRange[] = [{ author: 'start', lines: first }]
      let expected: readonly Author[] = spread(stretches)
      edits.forEach((each, index) => {
        const seq = index + 1
        stretches = carryAuthors(stretches, partsOf(expected.length, each), seq)
        expected = expected.slice(0, 40).flatMap((author, line) => {
          const { kept = true, added = 0 } = each[line] ?? {}
          return [...Array.from({ length: added }, () => seq), ...(kept ? [author] : [])]
        })
        expect(spread(stretches)).toEqual(expected)
        const touching = stretches.filter(({ author }, at) => stretches[at + 1]?.author === author)
        expect(touching).toEqual([])
        expect(stretches.every(({ lines }) => lines > 0)).toBe(true)
      })
    }),
  )
})

test('what nobody changed is the start’s, however often the file is written', () => {
  const start: readonly AuthorRange[] = [{ author: 'start', lines: 5 }]
  expect(carryAuthors(start, [{ type: 'same', lines: 5 }], 7)).toEqual(start)
})
