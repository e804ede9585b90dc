import { expect, test } from 'vitest'
import { type Selected, Selection } from './selection.ts'

test('what was pointed at last is in front, and a file where no span is selected', () => {
  using selection = new Selection()
  const fronts = (changes: readonly Selected[]) =>
    changes.map((change) => {
      selection.select(change)
      return selection.state().inFront
    })
  expect(
    fronts([
      { path: 'a.ts' },
      { spanId: 'one' },
      { line: 3 },
      { path: 'b.ts' },
      { spanId: 'one' },
      { spanId: 'two' },
      { spanId: undefined },
    ]),
  ).toEqual(['file', 'span', 'span', 'file', 'file', 'span', 'file'])
})
