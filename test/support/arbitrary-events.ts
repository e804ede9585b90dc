import fc from 'fast-check'
import { ApprovalType } from '#shared/events/approval.ts'
import { type AnyEvent, eventKinds, type Kind } from '#shared/events/index.ts'
import { Decision } from '#shared/settings/settings.ts'

const hash = fc.constantFrom(...['a', 'b', 'c'].map((digit) => `sha256:${digit.repeat(64)}`))
const spanId = fc.constantFrom('spn_1', 'spn_2', 'spn_3', 'spn_4')
const runId = fc.constantFrom('run_1', 'run_2')
const agentId = fc.constantFrom('spn_1', 'spn_2')
const approvalId = fc.constantFrom('apr_1', 'apr_2')
const commentId = fc.constantFrom('cmt_1', 'cmt_2')
const reviewId = fc.constantFrom('rev_1', 'rev_2')
const messageId = fc.constantFrom('msg_1', 'msg_2')
const ruleId = fc.constantFrom('rul_1', 'rul_2')
const outcome = fc.constantFrom('ok', 'error', 'denied', 'cancelled', 'stopped', 'interrupted')
const effect = fc.constantFrom('read', 'edit', 'execute', 'fetch')
const text = fc.string({ maxLength: 12 })
const count = fc.nat(1000)
const ref = fc.record({ ref: hash, bytes: count })
const storedText = fc.oneof(text, ref)
const json = fc.dictionary(text, text, { noNullPrototype: true })
const args = fc.oneof(fc.record({ json }), ref)
const model = fc.record({ provider: fc.constantFrom('p', 'q'), model: fc.constantFrom('m', 'n') })
const content = fc.option(fc.record({ hash: fc.option(hash), size: count }))
const path = fc.constantFrom('/workspace/a.ts', '/workspace/b.ts', '/docs/c.md')
const reviewed = { path, hunks: count, added: count, removed: count }
const finding = {
  file: path,
  line: fc.integer({ min: 1, max: 60 }),
  severity: fc.constantFrom('critical', 'high', 'medium', 'low'),
  category: fc.constantFrom('bug', 'style'),
  message: fc.constantFrom('wrong', 'unclear'),
}
const taskId = fc.integer({ min: 1, max: 5 })
const projectTask = fc.record({
  title: fc.constantFrom('a', 'b'),
  description: text,
  status: fc.constantFrom('open', 'in_progress', 'done', 'dropped'),
  priority: fc.constantFrom('low', 'normal', 'high', 'urgent'),
  who: fc.constantFrom('', 'Ada'),
  dependsOn: fc.array(taskId, { maxLength: 2 }),
  files: fc.array(path, { maxLength: 2 }),
  id: taskId,
  version: taskId,
  createdAt: count,
  changedAt: count,
})
const otherSession = fc.record({
  id: fc.constantFrom('ses_2', 'ses_3'),
  title: text,
  author: fc.constantFrom('person', 'agent'),
})
const changedBy = fc.oneof(
  fc.record({
    type: fc.constantFrom('call', 'person', 'unknown'),
    spanIds: fc.array(spanId, { maxLength: 2 }),
  }),
  fc.record({ type: fc.constant('session'), session: otherSession }),
)
const party = fc.record({ agentId, name: text })
const teamName = fc.constantFrom('t', 'u')
const profile = fc.constantFrom('restricted', 'standard', 'trusted')
const call = { toolCallId: text, name: text, title: text, effect, args }
const size = { cols: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 80 }) }
const tokens = fc.record({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
  reasoningTokens: count,
  cacheWrite1hTokens: count,
  webSearches: count,
})

/** Data of every kind. A kind that is missing here does not compile. */
const data: { readonly [K in Kind]: fc.Arbitrary<unknown> } = {
  'event.lost': fc.constant({}),
  'session.created': fc.record({
    projectId: fc.constant('prj_1'),
    projectName: text,
    root: fc.constant('/p'),
  }),
  'session.renamed': fc.record({ title: text, by: fc.constantFrom('person', 'host') }),
  'session.configured': fc.record(
    { model, profile, fallbacks: fc.array(model, { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
  'session.forked': fc.record(
    {
      from: fc.constant('ses_0'),
      fromTitle: text,
      seq: fc.integer({ min: 1, max: 60 }),
      at: count,
      inherited: count,
      origin: fc.constant('ses_0'),
      stepsLeftOut: count,
      place: fc.constantFrom('worktree', 'copy', 'none'),
      root: fc.constant('/f'),
      branch: text,
      notRestored: fc.array(text, { maxLength: 2 }),
    },
    {
      requiredKeys: [
        ...(['from', 'fromTitle', 'seq', 'at', 'inherited', 'origin'] as const),
        ...(['stepsLeftOut', 'place', 'root', 'notRestored'] as const),
      ],
    },
  ),
  'session.prepared': fc.record(
    { command: text, outcome, exitCode: fc.option(count) },
    { requiredKeys: ['command', 'outcome'] },
  ),
  'session.rewound': fc.record({
    to: fc.integer({ min: 1, max: 60 }),
    at: fc.integer({ min: 1_000, max: 1_600 }),
    stepsLeftOut: count,
    restored: fc.array(path, { maxLength: 2 }),
  }),
  'snapshot.taken': fc.record({ tree: ref, files: count, notRecorded: count }),
  'rule.added': fc.record({
    ruleId,
    tool: fc.constantFrom('run_command', 'delete_file'),
    scope: fc.constantFrom('session', 'project'),
  }),
  'rule.revoked': fc.record({ ruleId }),
  'run.started': fc.record(
    { model, profile, limits: fc.constant({}), resumes: runId },
    { requiredKeys: ['model', 'profile', 'limits'] },
  ),
  'limit.reached': fc.record({ until: count, models: fc.array(model), reason: text }),
  'limit.resolved': fc.record({ how: fc.constantFrom('time', 'resumed', 'stopped', 'failed') }),
  'run.queued': fc.record({ ahead: count }),
  'run.ended': fc.record(
    { outcome, reason: text, isPaused: fc.constant(true) },
    { requiredKeys: ['outcome'] },
  ),
  'input.received': fc.record({
    text: storedText,
    attachments: fc.constant([]),
    files: fc.array(path, { maxLength: 2 }),
    isQueued: fc.boolean(),
  }),
  'agent.queued': fc.record({
    type: text,
    description: text,
    task: storedText,
    isBackground: fc.boolean(),
    askedBy: agentId,
  }),
  'agent.started': fc.record(
    { type: fc.constantFrom('lead', 'tester'), description: text, model, teammate: text },
    { requiredKeys: ['type', 'description', 'model'] },
  ),
  'agent.ended': fc.record({ outcome, report: storedText }, { requiredKeys: ['outcome'] }),
  'model.started': fc.record({
    provider: text,
    model: text,
    purpose: fc.constantFrom('step', 'summary'),
    attempt: fc.integer({ min: 1, max: 3 }),
    request: fc.record({ messages: fc.array(hash, { maxLength: 2 }), params: fc.constant({}) }),
  }),
  'model.delta': fc.record({ channel: fc.constantFrom('text', 'reasoning', 'args'), text }),
  'model.ended': fc.record(
    {
      provider: fc.constantFrom('p', 'q'),
      model: fc.constantFrom('m', 'n'),
      outcome,
      usage: tokens,
      isEstimated: fc.boolean(),
      // Sums of binary fractions are exact, so that their order cannot matter.
      costUsd: fc.option(fc.nat(1024).map((n) => n / 256)),
      tools: fc.constantFrom([], ['ls'], ['ls', 'toString'], ['ls', 'ls', 'valueOf', '__proto__']),
      retryInMs: count,
    },
    { requiredKeys: ['provider', 'model', 'outcome', 'usage', 'costUsd'] },
  ),
  'model.failed-over': fc.record({
    from: model,
    to: model,
    reason: fc.constantFrom('auth', 'billing', 'rate-limit', 'timeout', 'overload', 'budget'),
    error: text,
  }),
  'mcp.missing': fc.record({
    servers: fc.array(
      fc.record({ name: text, why: fc.constantFrom('untrusted', 'failed', 'connecting') }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  'tool.started': fc.record(call),
  'tool.progressed': fc.record({ message: text }),
  'tool.ended': fc.record(
    { outcome, result: storedText, error: text },
    { requiredKeys: ['outcome'] },
  ),
  'call.resolved': fc.record(
    {
      toolCallId: text,
      resolution: fc.constantFrom('again', 'done', 'skip', 'told'),
      message: text,
    },
    { requiredKeys: ['toolCallId', 'resolution'] },
  ),
  'approval.requested': fc.record({
    approvalId,
    ...call,
    risk: text,
    rule: text,
    isJudged: fc.boolean(),
    type: fc.constantFrom(...ApprovalType.options),
    allowedDecisions: fc.uniqueArray(fc.constantFrom(...Decision.options), { minLength: 1 }),
    acceptsRule: fc.boolean(),
  }),
  'approval.decided': fc.record({
    approvalId,
    decision: fc.constantFrom('approve', 'edit', 'reject', 'respond'),
    by: fc.constantFrom('person', 'host'),
  }),
  'todos.changed': fc.record({
    todos: fc.array(
      fc.record({
        content: text,
        status: fc.constantFrom('pending', 'in_progress', 'completed'),
      }),
      { maxLength: 3 },
    ),
  }),
  'task.changed': fc.record({
    changed: fc.array(projectTask, { maxLength: 3 }),
    removed: fc.array(taskId, { maxLength: 2 }),
    by: fc.constantFrom('call', 'person', 'elsewhere'),
  }),
  'file.changed': fc.record(
    {
      path,
      before: content,
      after: content,
      added: count,
      removed: count,
      by: changedBy,
      isCommitted: fc.constant(true),
    },
    { requiredKeys: ['path', 'before', 'after', 'added', 'removed', 'by'] },
  ),
  'change.accepted': fc.record(
    { ...reviewed, content, before: content, was: content },
    { requiredKeys: ['path', 'hunks', 'added', 'removed', 'content', 'before'] },
  ),
  'change.reverted': fc.record({ ...reviewed, content, before: content, left: fc.nat(2) }),
  'change.reopened': fc.record(
    {
      ...reviewed,
      ...{ of: fc.constantFrom('accepted', 'reverted'), content, before: content, was: content },
    },
    { requiredKeys: ['path', 'hunks', 'added', 'removed', 'of', 'content', 'before'] },
  ),
  'comment.added': fc.record({
    ...{ commentId, path, quote: text, text },
    line: fc.integer({ min: 1, max: 60 }),
    endLine: fc.integer({ min: 1, max: 60 }),
  }),
  'review.started': fc.record(
    {
      reviewId,
      ...{ subject: fc.record({ type: fc.constant('session') }), diff: storedText },
      files: fc.array(fc.record({ path, added: count, removed: count, pieces: fc.constant([1]) }), {
        maxLength: 2,
      }),
      leftOut: fc.array(fc.record({ path, why: fc.constantFrom('generated', 'binary') }), {
        maxLength: 2,
      }),
      ...{ pieceTokens: fc.integer({ min: 1 }), reviewers: fc.array(text, { maxLength: 2 }) },
      ...{ follows: reviewId, askedBy: agentId },
    },
    {
      requiredKeys: ['reviewId', 'subject', 'diff', 'files', 'leftOut', 'pieceTokens', 'reviewers'],
    },
  ),
  'review.found': fc.record({
    ...{ reviewId, reviewer: text, summary: text },
    findings: fc.array(fc.record(finding), { maxLength: 2 }),
  }),
  'review.submitted': fc.record({
    ...{ reviewId, by: fc.constantFrom('orchestrator', 'host'), summary: text },
    recommendation: fc.constantFrom('approve', 'request_changes', 'comment'),
    comments: fc.array(
      fc.record({ ...finding, quote: text, reviewers: fc.array(text, { maxLength: 2 }) }),
      { maxLength: 3 },
    ),
    ...{ moved: count, dropped: count, unread: fc.array(path, { maxLength: 2 }) },
    unheard: fc.array(fc.record({ name: text, wasAsked: fc.boolean() }), { maxLength: 2 }),
    ...{ tokensUsed: count, costUsd: fc.option(count) },
  }),
  'review.settled': fc.record({
    reviewId,
    comments: fc.array(fc.nat(3), { maxLength: 3 }),
    how: fc.constantFrom('accepted', 'sent', 'dismissed', 'reopened'),
  }),
  'commit.made': fc.record(
    {
      ...{ commit: text, branch: text, message: text, paths: fc.array(path, { maxLength: 2 }) },
      through: fc.integer({ min: 1, max: 60 }),
    },
    { requiredKeys: ['commit', 'message', 'paths'] },
  ),
  'comment.resolved': fc.record({ commentId, how: fc.constantFrom('sent', 'removed') }),
  'terminal.opened': fc.record(
    { title: text, command: text, cwd: text, ...size, name: text },
    { requiredKeys: ['title', 'command', 'cwd', 'cols', 'rows'] },
  ),
  'preview.opened': fc.record(
    { url: text, title: text, picture: fc.record({ hash: fc.option(hash), size: count }) },
    { requiredKeys: ['url', 'title'] },
  ),
  'terminal.output': fc.record({ text, skipped: count }, { requiredKeys: ['text'] }),
  'terminal.resized': fc.record(size),
  'terminal.taken': fc.record({ holder: fc.constantFrom('person', 'agent') }),
  'terminal.ended': fc.record({ exitCode: fc.option(count) }),
  'debug.started': fc.record({ title: text, type: fc.constantFrom('node', 'python') }),
  'debug.placed': fc.record({
    path,
    breakpoints: fc.array(
      fc.record(
        { line: fc.integer({ min: 1, max: 60 }), condition: text, isVerified: fc.boolean() },
        { requiredKeys: ['line', 'isVerified'] },
      ),
      { maxLength: 2 },
    ),
  }),
  'debug.stopped': fc.record(
    {
      reason: fc.constantFrom('breakpoint', 'step'),
      text,
      frames: fc.array(
        fc.record({ name: text, path, line: count }, { requiredKeys: ['name', 'line'] }),
        {
          maxLength: 2,
        },
      ),
    },
    { requiredKeys: ['reason', 'frames'] },
  ),
  'debug.seen': fc.record({
    frame: count,
    variables: fc.array(fc.record({ name: text, value: text, depth: fc.nat(3) }), { maxLength: 2 }),
  }),
  'debug.continued': fc.constant({}),
  'debug.ended': fc.record({ outcome, exitCode: fc.option(count) }),
  'message.sent': fc.record({ from: party, to: party, text: storedText }),
  'message.heard': fc.record({
    messages: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
  }),
  'team.created': fc.record({
    name: teamName,
    members: fc.array(fc.record({ agentId, name: text, type: text, brief: storedText }), {
      maxLength: 2,
    }),
  }),
  'bookmark.added': fc.record(
    { seq: fc.integer({ min: 1, max: 60 }), at: count, label: text },
    { requiredKeys: ['seq', 'at'] },
  ),
  'bookmark.removed': fc.record({ seq: fc.integer({ min: 1, max: 60 }) }),
  'team.deleted': fc.record({ name: teamName }),
  'checkpoint.saved': fc.record({ checkpointId: text, namespace: text, step: count }),
  'context.pinned': fc.record({
    messageId,
    role: fc.constantFrom('input', 'agent', 'tool'),
    title: text,
    text: storedText,
    tokens: count,
  }),
  'context.unpinned': fc.record({ messageId }),
  'context.compacted': fc.record({
    summary: storedText,
    droppedMessages: count,
    keptMessages: count,
  }),
}

const anyKind = fc.constantFrom(...(Object.keys(data) as Kind[]))

const unplaced = anyKind.chain((kind) =>
  fc
    .record(
      { runId, spanId, parentSpanId: spanId, agentId, data: data[kind] },
      { requiredKeys: ['data'] },
    )
    .map((event) => ({ kind, ...event })),
)

/** Any log: every kind in any order, also orders that no host would write. Each event is valid. */
export const arbitraryLog: fc.Arbitrary<AnyEvent[]> = fc
  .array(unplaced, { maxLength: 60 })
  .map((drafts) => drafts.map((draft, index) => place(draft, index + 1)))

function place(draft: { kind: Kind; data: unknown }, seq: number): AnyEvent {
  const parsed = eventKinds.get(draft.kind)?.data.parse(draft.data)
  // Kind and data were made for each other and parsed just now.
  return { ...draft, sessionId: 'ses_1', seq, at: 1_000 + seq * 10, data: parsed } as AnyEvent
}
