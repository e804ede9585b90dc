import type { ReviewResult } from '#shared/code-review/review-result.ts'
import { ReviewId, SessionId } from '#shared/lib/ids.ts'

/** For tests: a review that has one of everything. */
export const someReview: ReviewResult = {
  summary: 'One thing **must** change.',
  recommendation: 'request_changes',
  comments: [
    {
      file: 'src/über uns.ts',
      line: 12,
      endLine: 13,
      severity: 'critical',
      category: 'SQL injection',
      message: 'The name goes into the query as it is. Ask @octocat, see <b>#12</b>.',
      suggestion: "  run('select ?', name)\n",
      quote: "  const sql = 'select ' + name\n  run(sql)",
      reviewers: ['security', 'logic'],
    },
    {
      file: 'src/list.ts',
      line: 3,
      severity: 'medium',
      category: 'off-by-one',
      message: 'The last one is left out. [See](https://evil.example)',
      quote: 'for (let i = 0; i < n - 1; i += 1)',
      reviewers: ['logic'],
      movedFrom: 5,
    },
    {
      file: 'src/list.ts',
      line: 9,
      severity: 'low',
      category: '名前',
      message: 'Say what it holds.',
      suggestion: '',
      quote: 'const x = 1',
      reviewers: [],
    },
  ],
  tokensUsed: 12_345,
  costUsd: 0.0421,
  agents: [
    { name: 'orchestrator', calls: 3, inputTokens: 2_000, outputTokens: 345, costUsd: 0.01 },
    { name: 'security', calls: 2, inputTokens: 9_000, outputTokens: 1_000, costUsd: 0.0321 },
  ],
  submittedBy: 'host',
  reason: 'It was asked for it twice.',
  subject: { type: 'base', ref: 'main' },
  files: [
    { path: 'src/über uns.ts', added: 4, removed: 1 },
    { path: 'src/list.ts', added: 9, removed: 0 },
  ],
  leftOut: [
    { path: 'dist/app.min.js', why: 'generated' },
    { path: 'src/huge.ts', why: 'over-budget' },
  ],
  unread: ['src/list.ts'],
  unheard: [
    { name: 'design', wasAsked: false },
    { name: 'logic', wasAsked: true },
    { name: 'prose', wasAsked: false, why: 'Set OPENAI_API_KEY.' },
  ],
  isOfNothing: false,
  moved: 1,
  dropped: 2,
  sessionId: SessionId.parse('ses_1'),
  reviewId: ReviewId.parse('rev_1'),
}
