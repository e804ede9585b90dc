import { expect, test } from 'vitest'
import { someReview } from '../../test/support/review-result.ts'
import { toMarkdown } from './review-markdown.ts'
import { emptyReviewResult } from './review-result.ts'

test('a review is a headline, what there is of each severity, comments, and what was not read', () => {
  expect(toMarkdown(someReview)).toBe(`## Review: request changes

One thing **must** change.

| Severity | Comments |
| --- | ---: |
| Critical | 1 |
| Medium | 1 |
| Low | 1 |

### Critical

**\`src/über uns.ts:12-13\`** · SQL injection · found by security, logic

The name goes into the query as it is. Ask @&#8203;octocat, see &lt;b&gt;#&#8203;12&lt;/b&gt;.

\`\`\`suggestion
  run('select ?', name)
\`\`\`

### Medium

**\`src/list.ts:3\`** · off-by-one · found by logic

The last one is left out. \\[See\\](https:&#8203;//evil.example)

### Low

**\`src/list.ts:9\`** · 名前

Say what it holds.

\`\`\`suggestion

\`\`\`

> Orrery submitted this itself, of what the reviewers had found. It was asked for it twice.

> Asked, and not heard from: logic.

> Not asked: design.

> prose could not be asked. Set OPENAI\\_API\\_KEY.

> 1 comment was put on the nearest line of the change.

> 2 comments were left out: no line near there is in the change.

<details><summary>Read by no reviewer: 1 file</summary>

- \`src/list.ts\`

</details>

<details><summary>Left out: 2 files</summary>

- \`dist/app.min.js\`: generated
- \`src/huge.ts\`: beyond what the review may cost

</details>

<sub>Reviewed by agents of Orrery: 12,345 tokens, \\$0.042 · orchestrator: 2,345 tokens, \\$0.010 · security: 10,000 tokens, \\$0.032</sub>
`)
})

test('what is unpriced is said, and what costs nothing is no sum', () => {
  const agents = someReview.agents.map((agent, index) => ({ ...agent, costUsd: index && null }))
  const markdown = toMarkdown({ ...someReview, costUsd: null, agents })
  expect(markdown).toContain(
    '12,345 tokens, price unknown · orchestrator: 2,345 tokens, \\$0 · security: 10,000 tokens, price unknown<',
  )
})

test('very many comments are as many as a pull request takes', () => {
  const [first] = someReview.comments
  if (!first) throw new Error('There are comments.')
  const comments = Array.from({ length: 500 }, () => ({ ...first, message: 'x'.repeat(2_000) }))
  const markdown = toMarkdown({ ...someReview, comments })
  expect(markdown.length).toBeLessThan(65_536)
  const shown = markdown.split('```suggestion').length - 1
  expect(markdown).toContain(`${500 - shown} more are left out here.`)
  expect(shown).toBeGreaterThan(20)
})

test('where nothing differs there is a sentence', () => {
  const empty = emptyReviewResult({ type: 'staged' }, 'Nothing is staged.')
  expect(toMarkdown(empty)).toBe('## Review: nothing was reviewed\n\nNothing is staged.\n')
})
