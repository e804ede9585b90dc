import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { toEnding, toText } from './reporter.ts'
import { RunStory } from './run-output.ts'

interface Given {
  readonly at: number
  readonly kind: AnyEvent['kind']
  readonly agentId?: string
  readonly spanId?: string
  readonly parentSpanId?: string
  readonly data: object
}

/** The story after these, and its lines as `lane: text`. */
function tell(...given: readonly Given[]) {
  const story = new RunStory()
  const events = given.map((event, index) => ({ sessionId: 'ses_1', seq: index + 1, ...event }))
  // Shapes as the log has them, as far as a story looks.
  const lines = (events as unknown as AnyEvent[]).flatMap((event) => story.receive(event))
  return { story, lines: lines.map(({ lane, text }) => `${lane}: ${text}`) }
}

const model = { provider: 'p', model: 'm' }
const usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}
const begins: Given = {
  at: 0,
  kind: 'agent.started',
  agentId: 'spn_lead',
  spanId: 'spn_lead',
  data: { type: 'lead', description: '', model },
}
const call = { at: 1, agentId: 'spn_lead', spanId: 'spn_call' }
const toolData = { toolCallId: 't', name: 'n', title: 'Run it', effect: 'read', args: { json: {} } }
const attempt = { ...model, purpose: 'step', attempt: 1, request: { messages: [], params: {} } }
const fails = (at: number, error: string, retryInMs?: number): readonly Given[] => {
  const span = { at, agentId: 'spn_lead', spanId: `spn_${at}` }
  const ended = { ...model, outcome: 'error', usage, costUsd: null, error, retryInMs }
  return [
    { ...span, kind: 'model.started', data: attempt },
    { ...span, kind: 'model.ended', data: ended },
  ]
}

test('a failed call says what happened while it is made again, and what to do once it is not', () => {
  const error = 'The server has trouble (503). Resume later.'
  const { story, lines } = tell(begins, ...fails(1, error, 2000))
  expect(lines.at(-1)).toBe('lead: The server has trouble (503). Trying again in 2 s.')
  expect(story.doing()).toMatchObject([{ lane: 'lead', title: 'waits to try again', since: 1 }])
  const ended = tell(begins, ...fails(1, error, 2000), ...fails(2, error), {
    at: 3,
    kind: 'run.ended',
    data: { outcome: 'error', reason: error },
  })
  expect(ended.lines.slice(-2)).toEqual([`lead: ${error}`, 'lead: failed'])
  expect(ended.story.isUnfinished).toBe(true)
})

test('a summing-up is said to be one, and a person’s change to be a person’s', () => {
  const summary = { at: 1, agentId: 'spn_lead', spanId: 'spn_sum' }
  const ended = { ...model, outcome: 'ok', usage, costUsd: null }
  const change = { before: null, after: null, added: 3, removed: 0 }
  const adds = (path: string, type: string): Given => ({
    ...{ at: 2, kind: 'file.changed', agentId: 'spn_lead' },
    data: { ...change, before: null, path, by: { type, spanIds: [] } },
  })
  const { lines, story } = tell(
    begins,
    { ...summary, kind: 'model.started', data: { ...model, purpose: 'summary', attempt: 1 } },
    { ...summary, kind: 'model.delta', data: { channel: 'text', text: 'What was said.' } },
    { ...summary, kind: 'model.ended', data: ended },
    adds('/conversation_history/session_1.md', 'unknown'),
    { ...summary, kind: 'context.compacted', data: { droppedMessages: 34, keptMessages: 4 } },
    adds('/memories/notes.md', 'person'),
    adds('/workspace/a.txt', 'unknown'),
  )
  expect(lines.slice(1)).toEqual([
    'lead: sums up 34 messages',
    'lead: a person adds /memories/notes.md +3 −0',
    'lead: somebody else adds /workspace/a.txt +3 −0',
  ])
  expect(story.findings).toBe('')
})

test('a review is told from its beginning, and what it came to', () => {
  const conductor: Given = { ...begins, data: { type: 'orchestrator', description: '', model } }
  const submitted = (by: string, severities: readonly string[]): Given => ({
    ...{ ...call, kind: 'review.submitted' },
    data: {
      by,
      recommendation: 'comment',
      unread: [],
      comments: severities.map((severity) => ({ severity })),
    },
  })
  const started = { subject: { type: 'staged' }, files: [{ path: 'a.ts' }] }
  const { lines } = tell(
    { ...call, kind: 'review.started', data: started },
    conductor,
    submitted('orchestrator', ['high', 'low', 'low']),
    submitted('host', []),
  )
  expect(lines).toEqual([
    'orchestrator: reviews what is staged: 1 file',
    'orchestrator: begins with p:m',
    'orchestrator: submits: Comment, 1 high, 2 low',
    'orchestrator: Orrery submits what was found: Nothing was reviewed',
  ])
})

test('a refused call is told once', () => {
  const asked = {
    approvalId: 'apr_1',
    ...toolData,
    risk: 'It may.',
    rule: 'It asks.',
    isJudged: true,
  }
  const decided = { approvalId: 'apr_1', decision: 'reject', by: 'person', message: 'No' }
  const ended = { outcome: 'denied', error: 'A person refused this call: No' }
  const { lines } = tell(
    begins,
    { ...call, kind: 'approval.requested', data: asked },
    { ...call, kind: 'approval.decided', data: decided },
    { ...call, kind: 'tool.started', data: toolData },
    { ...call, kind: 'tool.ended', data: ended },
  )
  expect(lines.slice(1)).toEqual(['lead: asks: Run it (It asks.)', 'lead: rejected: No'])
})

test('a failed call that named withheld variables says how to allow them', () => {
  const data = {
    outcome: 'error',
    error: 'Command failed with exit code 1',
    withheld: ['A_B', 'C_D'],
  }
  const { lines } = tell(
    begins,
    { ...call, kind: 'tool.started', data: toolData },
    { ...call, kind: 'tool.ended', data },
  )
  expect(lines.slice(-2)).toEqual([
    'lead: Command failed with exit code 1',
    'lead: A_B, C_D are withheld. Allow with: orrery settings environment.allow A_B,C_D',
  ])
})

test('agents that wait for a place are shown, and teammates go by their names', () => {
  const queued = { type: 'explore', description: 'Look', isBackground: false, askedBy: 'spn_lead' }
  const waits = { ...call, kind: 'agent.queued', agentId: 'spn_a', data: queued } as const
  const { story } = tell(begins, { ...call, kind: 'tool.started', data: toolData }, waits)
  expect(story.doing()).toMatchObject([
    { lane: 'lead', title: 'Run it' },
    { lane: 'explore', title: 'waits for a place' },
  ])
  const members = [{ agentId: 'spn_ada', name: 'ada', type: 'explore', brief: 'Look' }]
  const parties = {
    from: { agentId: 'spn_ada', name: 'ada' },
    to: { agentId: 'spn_lead', name: 'lead' },
  }
  const { lines } = tell(
    begins,
    { ...call, kind: 'team.created', data: { name: 'crew', members } },
    { at: 2, kind: 'message.sent', agentId: 'spn_ada', data: { ...parties, text: 'Found it.' } },
  )
  expect(lines.at(-1)).toBe('ada: to lead: Found it.')
})

test('the end says what the run cost, and what the cache saved', () => {
  const span = { at: 1, agentId: 'spn_lead', spanId: 'spn_1' }
  const price = { inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3, source: 'test' }
  const used = { ...usage, inputTokens: 1_000_000, cacheReadTokens: 500_000 }
  const ended = { ...model, outcome: 'ok', usage: used, costUsd: 1.65, price }
  const { story } = tell(begins, { ...span, kind: 'model.ended', data: ended })
  expect(toEnding(story, 'ses_1')).toContain('$1.65 · $1.35 saved by the cache')
})

test('the end says what went to waste, and on what', () => {
  const asked = { approvalId: 'apr_1', title: 'Run it', risk: '', rule: '' }
  const waits: Given = { ...call, at: 1000, kind: 'approval.requested', data: asked }
  const decided = { approvalId: 'apr_1', decision: 'approve', by: 'person' }
  const answered: Given = { ...call, at: 8000, kind: 'approval.decided', data: decided }
  const span = { agentId: 'spn_lead', spanId: 'spn_model' }
  const failed = { ...model, outcome: 'error', usage, costUsd: 0.02, error: 'No.' }
  const tries: readonly Given[] = [
    { ...span, at: 9000, kind: 'model.started', data: attempt },
    { ...span, at: 14_000, kind: 'model.ended', data: failed },
  ]
  const endings = [[], [waits], [waits, answered], [waits, answered, ...tries]].map((more) =>
    toEnding(tell(begins, ...more).story, 'ses_1')
      .match(/^Waste .*$/m)
      ?.at(0),
  )
  expect(endings).toEqual([
    undefined,
    undefined,
    'Waste 0:07: waiting for you',
    'Waste 0:12 · $0.020: waiting for you 0:07, failed attempts 0:05 · $0.020',
  ])
})

test('an answer that was cut off says so in a line of its own', () => {
  const span = { at: 1, agentId: 'spn_lead', spanId: 'spn_1' }
  const ended = { ...model, outcome: 'ok', usage, costUsd: null, finishReason: 'length' }
  const { lines } = tell(
    begins,
    { ...span, kind: 'model.started', data: attempt },
    { ...span, kind: 'model.delta', data: { channel: 'text', text: 'Half of' } },
    { ...span, kind: 'model.ended', data: ended },
  )
  expect(lines.slice(1)).toEqual(['lead: Half of', 'lead: Cut off at the model’s output limit.'])
})

test('a line shows invisible characters, but for those that speech needs', () => {
  const line = { at: 0, laneIndex: 0, lane: 'a\u202eb', text: 'Run \u202ex کتاب\u200cها' }
  const head = '   0:00  a<U+202E>b          '
  expect(toText({ ...line, tone: 'plain' }, 80)).toBe(`${head}Run <U+202E>x کتاب<U+200C>ها`)
  expect(toText({ ...line, tone: 'asks' }, 80)).toBe(`${head}Run <U+202E>x کتاب<U+200C>ها`)
  expect(toText({ ...line, tone: 'said' }, 80)).toBe(`${head}Run <U+202E>x کتاب\u200cها`)
})
