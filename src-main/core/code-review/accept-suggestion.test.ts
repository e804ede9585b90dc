import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReviewComment } from '#shared/events/code-review.ts'
import { assert } from '#shared/lib/assert.ts'
import { ReviewId } from '#shared/lib/ids.ts'
import { createBench } from '../../../test/support/test-workspace.ts'
import { LiveStates } from '../store/events/live-states.ts'
import { acceptSuggestion } from './accept-suggestion.ts'

const reviewId = ReviewId.parse('rev_1')
const comment: ReviewComment = {
  ...{ file: 'src/x.ts', line: 2, severity: 'high', category: 'logic', reviewers: [] },
  ...{ message: 'Two is not TWO.', quote: 'two', suggestion: 'TWO' },
}

async function openReview(...comments: readonly Partial<ReviewComment>[]) {
  await using owned = new AsyncDisposableStack()
  const bench = owned.use(
    await createBench((root) => {
      mkdirSync(join(root, 'src'))
      writeFileSync(join(root, 'src/x.ts'), 'one\r\ntwo\r\nthree\r\n')
    }),
  )
  const states = owned.use(new LiveStates(bench.store.events))
  const [first] = bench.events()
  assert(first, 'the session has begun')
  const { sessionId } = first
  await bench.store.events.append(sessionId, [
    {
      kind: 'review.started',
      data: {
        ...{ reviewId, subject: { type: 'session' as const }, diff: '', files: [], leftOut: [] },
        ...{ pieceTokens: 1000, reviewers: [] },
      },
    },
    {
      kind: 'review.submitted',
      data: {
        ...{ reviewId, by: 'host' as const, summary: '', recommendation: 'comment' as const },
        comments: comments.map((part) => ({ ...comment, ...part })),
        ...{ moved: 0, dropped: 0, unread: [], unheard: [], tokensUsed: 0, costUsd: 0 },
      },
    },
  ])
  const workspaces = { get: async () => bench.workspace }
  const parts = { store: bench.store, states, workspaces }
  const all = owned.move()
  return {
    bench,
    accept: (index: number) => acceptSuggestion(parts, { sessionId, reviewId, comment: index }),
    other: ReviewId.parse('rev_2'),
    text: () => readFileSync(join(bench.root, 'src/x.ts'), 'utf8'),
    settled: async () =>
      (await states.load(sessionId)).states.codeReviews.reviews[reviewId]?.submitted?.comments.map(
        (one) => one.settled,
      ),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

test('an accepted suggestion is an edit of the person’s, and settles its comment', async () => {
  await using review = await openReview({}, { line: 3, quote: 'three', suggestion: '3\n3' })
  const seq = await review.accept(0)
  expect(review.text()).toBe('one\r\nTWO\r\nthree\r\n')
  expect(review.bench.events().find((event) => event.seq === seq)).toMatchObject({
    kind: 'review.settled',
    data: { reviewId, comments: [0], how: 'accepted' },
  })
  expect(review.bench.events().filter(({ kind }) => kind === 'file.changed')).toMatchObject([
    { data: { path: '/workspace/src/x.ts', by: { type: 'person' }, added: 1, removed: 1 } },
  ])
  await review.accept(1)
  expect(review.text()).toBe('one\r\nTWO\r\n3\r\n3\r\n')
  expect(await review.settled()).toEqual(['accepted', 'accepted'])
})

test('what stands there already is settled without another edit', async () => {
  await using review = await openReview({})
  writeFileSync(join(review.bench.root, 'src/x.ts'), 'one\r\nTWO\r\nthree\r\n')
  await review.accept(0)
  expect(review.text()).toBe('one\r\nTWO\r\nthree\r\n')
  expect(await review.settled()).toEqual(['accepted'])
  const edits = review.bench.events().filter((event) => event.kind === 'file.changed')
  expect(edits.filter(({ data }) => data.by.type === 'person')).toEqual([])
})

test('what can’t be accepted changes nothing, and says why', async () => {
  const { suggestion: _, ...none } = comment
  await using review = await openReview(
    { quote: 'zwei' },
    { file: 'src/gone.ts' },
    { file: '../outside.ts' },
    { ...none, suggestion: undefined },
    {},
  )
  writeFileSync(join(review.bench.root, '../outside.ts'), 'one\ntwo\n')
  await expect(review.accept(0)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/src\/x\.ts no longer has the lines/u),
  })
  await expect(review.accept(1)).rejects.toMatchObject({ code: 'conflict' })
  await expect(review.accept(2)).rejects.toMatchObject({ code: 'denied' })
  await expect(review.accept(3)).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(review.accept(9)).rejects.toMatchObject({ code: 'not-found' })
  await review.accept(4)
  await expect(review.accept(4)).rejects.toThrow(/accepted already/u)
  expect(review.text()).toBe('one\r\nTWO\r\nthree\r\n')
  expect(await review.settled()).toEqual([undefined, undefined, undefined, undefined, 'accepted'])
  rmSync(join(review.bench.root, '../outside.ts'))
})
