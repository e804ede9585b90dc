import { dirname, join } from 'node:path'
import type { Finding, ReviewComment } from '#shared/events/code-review.ts'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { ProjectId, ReviewId, RunId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'

/** The session that `fillReviewed` leaves. */
export const REVIEWED_TITLE = 'A review of everything'

const sessionId = SessionId.parse('ses_reviewed')
const runId = RunId.parse('run_reviewed')
const reviewId = ReviewId.parse('rev_reviewed')
const orchestrator = SpanId.parse('spn_orchestrator')
const model = { provider: 'anthropic', model: 'claude-sonnet-5' }
const STEP_MS = 2_500

const rounding: Finding = {
  ...{ file: 'src/pages.js', line: 4, severity: 'high', category: 'off-by-one' },
  message: 'The page of what is left over is lost: `Math.floor` counts full pages only.',
  suggestion: '  return Math.ceil(items / size)',
}
const bounds: Finding = {
  ...{ file: 'src/pages.js', line: 10, endLine: 11, severity: 'medium', category: 'bounds' },
  message: 'A `page` that is no number becomes `NaN` here, and the slice is empty.',
}
const read: Finding = {
  ...{ file: 'src/store.js', line: 3, severity: 'critical', category: 'path traversal' },
  message:
    'The name comes from the command line and is joined to the folder as it is: `../../etc/passwd` is read as well.',
}
const words: Finding = {
  ...{ file: 'README.md', line: 1, severity: 'low', category: 'wording' },
  message: 'It is a list for reading; the title says so twice.',
}

const quotes: Readonly<Record<string, string>> = {
  'src/pages.js:4': '  return Math.floor(items / size)',
  'src/pages.js:10': `  const shown = Math.min(Math.max(page, 1), last)
  return list.slice((shown - 1) * size, shown * size)`,
}

function toComment(finding: Finding, ...reviewers: string[]): ReviewComment {
  const quote = quotes[`${finding.file}:${finding.line}`] ?? ''
  return { ...finding, quote, reviewers }
}

const reviewers = [
  { name: 'security', findings: [read], costUsd: 0.031, inputTokens: 9_400 },
  { name: 'logic', findings: [rounding, bounds], costUsd: 0.044, inputTokens: 13_800 },
  { name: 'design', findings: [words], costUsd: 0.019, inputTokens: 6_100 },
] as const

function* tellReview(): Generator<Draft> {
  yield { kind: 'session.renamed', data: { title: REVIEWED_TITLE, by: 'person' } }
  yield { kind: 'run.started', runId, data: { model, profile: 'standard', limits: {} } }
  const conducts = { type: 'orchestrator', description: 'Conducts the review', model }
  const own = { runId, spanId: orchestrator, agentId: orchestrator }
  yield { kind: 'agent.started', ...own, data: conducts }
  yield {
    kind: 'review.started',
    ...{ runId, agentId: orchestrator },
    data: {
      ...{ reviewId, subject: { type: 'base', ref: 'main' }, diff: '', pieceTokens: 6_000 },
      files: [
        { path: 'src/pages.js', added: 6, removed: 2, pieces: [1] },
        { path: 'src/store.js', added: 14, removed: 0, pieces: [2] },
        { path: 'README.md', added: 1, removed: 1, pieces: [3] },
      ],
      leftOut: [
        { path: 'package-lock.json', why: 'generated' },
        { path: 'books.json', why: 'too-large' },
        { path: 'dist/index.js', why: 'generated' },
      ],
      reviewers: reviewers.map(({ name }) => name),
    },
  }
  for (const { name } of reviewers) {
    const spanId = SpanId.parse(`spn_${name}`)
    const data = { type: name, description: `Review pieces 1 to 3 as ${name}`, model }
    const call = SpanId.parse(`spn_call_${name}`)
    yield {
      kind: 'tool.started',
      ...{ runId, spanId: call, agentId: orchestrator, parentSpanId: orchestrator },
      data: {
        ...{ name: 'task', toolCallId: `call_${name}`, title: `${name} reviews`, effect: 'read' },
        args: { json: {} },
      },
    }
    yield { kind: 'agent.started', runId, spanId, agentId: spanId, parentSpanId: call, data }
  }
  for (const { name, findings, costUsd, inputTokens } of reviewers) {
    const agentId = SpanId.parse(`spn_${name}`)
    yield {
      kind: 'model.ended',
      ...{ runId, agentId, spanId: SpanId.parse(`spn_model_${name}`) },
      data: {
        ...{ ...model, outcome: 'ok', costUsd, isEstimated: false },
        usage: {
          ...{ inputTokens, outputTokens: 900, reasoningTokens: 0 },
          ...{ cacheReadTokens: 0, cacheWriteTokens: 0 },
        },
      },
    }
    yield {
      kind: 'review.found',
      ...{ runId, agentId },
      data: { reviewId, reviewer: name, summary: `Looked as ${name}.`, findings: [...findings] },
    }
    yield { kind: 'agent.ended', runId, spanId: agentId, agentId, data: { outcome: 'ok' } }
  }
  yield {
    kind: 'review.submitted',
    ...{ runId, agentId: orchestrator },
    data: {
      reviewId,
      ...{ by: 'host', recommendation: 'request_changes' },
      reason: 'The orchestrator was asked twice and did not submit it.',
      summary:
        'Paging loses its last page, and a name from outside is read as a path. The rest is small.',
      comments: [
        toComment(read, 'security'),
        toComment(rounding, 'logic', 'design'),
        { ...toComment(bounds, 'logic'), movedFrom: 14 },
        toComment(words, 'design'),
      ],
      ...{
        moved: 1,
        dropped: 2,
        unread: ['src/cli.js'],
        unheard: [],
        tokensUsed: 32_000,
        costUsd: 0.094,
      },
    },
  }
  yield { kind: 'agent.ended', ...own, data: { outcome: 'ok' } }
  yield { kind: 'run.ended', runId, agentId: orchestrator, data: { outcome: 'ok' } }
  yield {
    kind: 'review.settled',
    data: { reviewId, comments: [3], how: 'dismissed' },
  }
}

/** Leaves in a data folder that nobody owns a session of the project beside it, with a review that was submitted. */
export async function fillReviewed(dataDir: string): Promise<void> {
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const root = join(dirname(dataDir), 'reading-list')
  const startedAt = Date.now() - 60_000
  const project = { id: ProjectId.parse('prj_reviewed'), name: 'reading-list', path: root }
  const projectId = await store.projects.open({ ...project, openedAt: startedAt })
  const created: Draft = {
    kind: 'session.created',
    data: { projectId, projectName: project.name, root },
  }
  const events = [created, ...tellReview()].map(
    (draft, index): AnyEvent => ({
      ...draft,
      ...{ sessionId, seq: index + 1, at: startedAt + index * STEP_MS },
    }),
  )
  const row = { id: sessionId, projectId, root, createdAt: startedAt }
  await store.sessions.adopt(row, { events, contents: new Map() })
}
