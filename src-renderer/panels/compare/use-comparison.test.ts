import { expect, test } from 'vitest'
import type { ListedRun } from '#shared/contract/procedures/runs.ts'
import { originOf } from './use-comparison.ts'

function runs(...seqs: readonly number[]): ListedRun[] {
  return seqs.map((seq, index) => ({
    run: index + 1,
    prompt: '',
    seq,
    endSeq: seq,
    startedAt: seq,
  }))
}

function origins(own: readonly number[], there: readonly number[], fromSeq: number) {
  const lists = { own: runs(...own), there: runs(...there) }
  return own.map((_, index) => originOf(lists, { run: index + 1, fromSeq })?.run)
}

test('a fork’s own runs have their origin in the run that it cut, or in the one that followed', () => {
  expect({
    cutsTheSecond: origins([2, 50, 50, 90], [2, 50, 100], 60),
    betweenTwo: origins([2, 70], [2, 80], 60),
    afterTheLast: origins([2, 70], [2], 60),
    beforeAll: origins([5], [2, 50], 1),
  }).toEqual({
    cutsTheSecond: [undefined, undefined, 2, 2],
    betweenTwo: [undefined, 2],
    afterTheLast: [undefined, 1],
    beforeAll: [1],
  })
})
