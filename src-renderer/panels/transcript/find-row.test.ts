import { expect, test } from 'vitest'
import { speechItemId } from '#shared/projections/transcript-items.ts'
import { findRow } from './find-row.ts'
import { toRows } from './rows.ts'
import { call, text } from './test-items.ts'

const rows = toRows({
  items: [
    text('said', { seq: 2 }),
    ...['a', 'b', 'c'].map((id, index) => call(id, { seq: 3 + index })),
    text(speechItemId('text', 'spn_1'), { seq: 9 }),
    {
      ...{ type: 'compaction', id: 'compaction-12', seq: 12, at: 0 },
      ...{ summary: 'All of it.', droppedMessages: 2, keptMessages: 1 },
    },
  ],
  approvals: [],
  isWorking: true,
})

test('what was found is met by what draws it, be it in a series, or by its event', () => {
  const places = [
    { seq: 4, itemId: 'b' },
    { seq: 11, itemId: speechItemId('text', 'spn_1') },
    { seq: 12 },
    { seq: 11 },
    { seq: 30, itemId: 'in another thread' },
  ]
  expect(rows.map(({ type }) => type)).toEqual(['text', 'work', 'text', 'compaction', 'working'])
  expect(places.map((place) => findRow(rows, place))).toEqual([1, 2, 3, -1, -1])
})
