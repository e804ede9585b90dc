import { expect, test } from 'vitest'
import type { ReviewedFile } from '#shared/projections/review.ts'
import { readFileReview } from './file-review.ts'
import { listDone } from './left-to-review.ts'

const undone: ReviewedFile = {
  ...{ path: '/workspace/a.ts', start: null, base: null, now: null },
  ...{ own: [], isForeign: true, seq: 4 },
}

test('a file that was undone and has changed again is done no more, though that is not read yet', async () => {
  const source = { fetchText: async () => undefined, compare: async () => [] }
  const review = await readFileReview(undone, [], source)
  expect(listDone([undone], [review])).toEqual([undone])
  expect(listDone([{ ...undone, seq: 5 }], [review])).toEqual([])
  expect(listDone([undone], [])).toEqual([])
})
