import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReviewId } from '#shared/lib/ids.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { LeftOutFiles } from './skipped-review-files.tsx'

test('marks invisible characters in the paths of files that were left out', () => {
  const review: CodeReview = {
    reviewId: ReviewId.parse('rev_1'),
    subject: { type: 'session' },
    diff: '',
    files: [],
    leftOut: [{ path: 'src/photo\u202egpj.exe', why: 'binary' }],
    pieceTokens: 0,
    reviewers: [],
    told: [],
    settlements: [],
    runIds: [],
    agentId: undefined,
    seq: 1,
    at: 0,
  }
  const drawn = renderToStaticMarkup(<LeftOutFiles review={review} />)
  expect(drawn.match(/data-code="[^"]+"/g)).toEqual(['data-code="U+202E"'])
})
