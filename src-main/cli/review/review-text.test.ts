import { expect, test } from 'vitest'
import { emptyReviewResult } from '#shared/code-review/review-result.ts'
import { someReview } from '../../../test/support/review-result.ts'
import { toText } from './review-text.ts'

test('a review is told in lines that a terminal has room for', () => {
  expect(toText({ ...someReview, reason: 'Asked\u001b[2J twice.' }, 60)).toBe(`Request changes.
One thing **must** change.

critical  src/über uns.ts:12-13 · SQL injection (security, …
          The name goes into the query as it is. Ask
          @octocat, see <b>#12</b>.
          Suggests:
          |   run('select ?', name)

medium    src/list.ts:3 · off-by-one (logic)
          The last one is left out.
          [See](https://evil.example)

low       src/list.ts:9 · 名前
          Say what it holds.
          Suggests to take the lines out.

3 comments: 1 critical, 1 medium, 1 low

Orrery submitted this itself, of what the reviewers had
found. Asked<U+001B>[2J twice.
Asked, and not heard from: logic.
Not asked: design.
prose could not be asked. Set OPENAI_API_KEY.
1 comment was put on the nearest line of the change.
2 comments were left out: no line near there is in the
change.
Read by no reviewer: src/list.ts
Left out: dist/app.min.js (generated), src/huge.ts (beyond
what the review may cost)

12.3k tokens, $0.042 · orchestrator 2.3k, $0.010 · security 10k, $0.032
`)
})

test('where nothing differs there is a sentence', () => {
  const empty = emptyReviewResult({ type: 'uncommitted' }, 'Nothing is uncommitted.')
  expect(toText(empty, 100)).toBe('Nothing was reviewed.\nNothing is uncommitted.\n')
})
