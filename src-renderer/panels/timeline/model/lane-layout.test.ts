import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import { laneOf } from '../../../../test/support/make-timeline-spans.ts'
import { listRows } from './lane-layout.ts'

const ids = ['a', 'b', 'c', 'd'].map((name) => SpanId.parse(`spn_${name}`))
const depths = [0, 1, 2, 1]
const lanes = Object.fromEntries(ids.map((id, index) => [id, laneOf(id, depths[index] ?? 0)]))
const state = { laneOrder: ids, lanes }

const namesOf = (rows: ReturnType<typeof listRows>) => rows.map(({ lane }) => lane.type)

test('a folded lane hides all below it, and is still listed', () => {
  const [, folded] = ids
  expect(namesOf(listRows(state, new Set(folded ? [folded] : [])))).toEqual(['a', 'b', 'd'])
})

test('a line of descent goes on past a lane while siblings follow', () => {
  const rows = listRows(state, new Set())
  expect(rows.map(({ guides }) => guides)).toEqual([[], [true], [true, false], [false]])
  expect(rows.map(({ hasChildren }) => hasChildren)).toEqual([true, true, false, false])
})
