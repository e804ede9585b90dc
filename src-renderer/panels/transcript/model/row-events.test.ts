import { expect, test } from 'vitest'
import type { Span } from '#shared/projections/spans.ts'
import { speechItemId, type TranscriptItem } from '#shared/projections/transcript-items.ts'
import { call, text } from '../../../../test/support/make-transcript-items.ts'
import { findRow, momentOf, sideOf } from './row-events.ts'
import { toRows } from './transcript-rows.ts'

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

const prompt: TranscriptItem = {
  ...{ type: 'input', id: 'input-4', seq: 4, at: 0, text: 'Look.' },
  ...{ attachments: [], files: [], isQueued: false },
}
const said = text(speechItemId('text', 'spn_1'), { seq: 7 })
const span = { id: 'spn_1', endSeq: 9 } as Span

function momentsOf(items: readonly TranscriptItem[]) {
  const rows = toRows({ items, approvals: [], isWorking: true })
  return rows.map((row) => {
    const side = sideOf(row)
    return side && `${side} ${momentOf(row, { spans: { spn_1: span } })}`
  })
}

test('a prompt is gone back before, and all that has ended is gone on from its end', () => {
  const reads = [10, 14, 12].map((endSeq) => call(`r${endSeq}`, { endSeq }))
  const { endedAt: _, outcome: __, ...running } = call('x', { seq: 20 })
  expect({
    ended: momentsOf([prompt, said, ...reads]),
    goesOn: momentsOf([running]),
    cutShort: momentsOf([text('text-spn_2', { seq: 5 })]),
  }).toEqual({
    ended: ['before 3', 'end 9', 'end 14', undefined],
    goesOn: [undefined],
    cutShort: ['end 5', undefined],
  })
})
