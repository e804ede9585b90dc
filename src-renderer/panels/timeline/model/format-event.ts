import type { AnyEvent, EventFor, Kind } from '#shared/events/index.ts'
import { headOf } from '#shared/events/value.ts'
import { formatMissingServers } from '#shared/format/format-missing-servers.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'

type Spans = TimelineState['spans']
type Teller = (event: AnyEvent, spans: Spans) => string

/** One event as a person would say it, in a few words. What a call was about is told by its span. */
export function tellEvent(event: AnyEvent, spans: Spans): string {
  // The table is keyed by the event's own kind, which the compiler cannot follow.
  const tell = words[event.kind] as Teller | undefined
  return tell?.(event, spans) ?? event.kind.replace(/[.-]/g, ' ')
}

const WAIT_ENDS: Readonly<Record<EventFor<'limit.resolved'>['data']['how'], string>> = {
  time: 'The limit ended',
  resumed: 'A person resumed the run',
  model: 'A person chose another model',
  stopped: 'The run ended',
  failed: 'The run could not be resumed',
  replaced: 'The limit lasts longer',
}

const words: {
  readonly [K in Kind]?: (event: EventFor<K>, spans: Spans) => string
} = {
  'session.created': () => 'The session was created',
  'session.renamed': ({ data }) => `Named “${data.title}”`,
  'session.configured': () => 'Model or profile chosen',
  'snapshot.taken': () => 'The project’s files were recorded',
  'run.started': () => 'A run began',
  'run.queued': () => 'The run waits for its turn',
  'limit.reached': () => 'The run waits until a limit ends',
  'limit.resolved': ({ data }) => data.error ?? WAIT_ENDS[data.how],
  'run.ended': ({ data }) => (data.outcome === 'ok' ? 'The run ended' : `Run ${data.outcome}`),
  'input.received': ({ data }) => `“${headOf(data.text)}”`,
  'agent.queued': ({ data }) => `${data.type} waits to begin`,
  'agent.started': ({ data }) => `${data.teammate ?? data.type} began: ${data.description}`,
  'agent.ended': ({ data }) => (data.outcome === 'ok' ? 'An agent ended' : `Agent ${data.outcome}`),
  'model.started': ({ data }) => `Asks ${data.model}`,
  'model.delta': ({ data }) => channels[data.channel],
  'model.ended': ({ data }) => data.error ?? `${data.model} has answered`,
  'model.failed-over': ({ data }) => `Goes on with ${data.to.model}`,
  'mcp.missing': ({ data }) => `Runs ${formatMissingServers(data.servers)}`,
  'tool.started': ({ data }) => data.title,
  'tool.progressed': ({ data }) => data.message,
  'tool.ended': ({ spanId, data }, spans) => ended(titleOf(spans, spanId), data.outcome),
  'approval.requested': ({ data }) => `Asks for approval: ${data.title}`,
  'approval.decided': ({ data }) => `Decided: ${data.decision}`,
  'todos.changed': () => 'The plan changed',
  'file.changed': ({ data }) => `Changed ${data.path}`,
  'change.accepted': ({ data }) => `Accepted changes in ${data.path}`,
  'change.reverted': ({ data }) => `Reverted changes in ${data.path}`,
  'change.reopened': ({ data }) => `To be reviewed again: ${data.path}`,
  'comment.resolved': ({ data }) => (data.how === 'sent' ? 'A comment was sent' : 'A comment went'),
  'comment.added': ({ data }) => `Comment on ${data.path}`,
  'review.started': () => 'A review began',
  'review.found': ({ data }) => `${data.reviewer} found ${data.findings.length}`,
  'review.submitted': ({ data }) => `Reviewed: ${recommended[data.recommendation]}`,
  'review.settled': ({ data }) => `Comments of a review: ${data.how}`,
  'commit.made': ({ data }) => `Committed: ${data.message}`,
  'terminal.opened': ({ data }) => data.title,
  'terminal.output': ({ spanId }, spans) => `Output: ${titleOf(spans, spanId)}`,
  'terminal.taken': ({ spanId, data }, spans) =>
    `${data.holder === 'person' ? 'A person took over' : 'Given back to the agent'}: ${titleOf(spans, spanId)}`,
  'terminal.ended': ({ spanId }, spans) => `Terminal ended: ${titleOf(spans, spanId)}`,
  'debug.started': ({ data }) => `In the debugger: ${data.title}`,
  'debug.placed': ({ data }) => `Breakpoints in ${data.path}`,
  'debug.stopped': ({ data }) => tellStopped(data),
  'debug.seen': () => 'Values were looked at',
  'debug.continued': () => 'The debugged program goes on',
  'debug.ended': () => 'The debugged program ended',
  'message.sent': ({ data }) => `${data.from.name} writes to ${data.to.name}`,
  'message.heard': () => 'An agent reads its messages',
  'checkpoint.saved': () => 'A checkpoint was saved',
  'event.lost': () => 'An event was lost when the store was damaged',
  'context.compacted': () => 'The thread became a summary',
  'context.pinned': ({ data }) => `Pinned: ${data.title}`,
  'context.unpinned': () => 'Unpinned a message',
}

const recommended = {
  approve: 'approve',
  request_changes: 'changes are asked for',
  comment: 'comments',
} as const

const channels = { text: 'Answers', reasoning: 'Thinks', args: 'Writes a call' } as const

function tellStopped({ reason, frames: [top] }: EventFor<'debug.stopped'>['data']): string {
  return top?.path ? `Stopped (${reason}) at ${top.path}:${top.line}` : `Stopped (${reason})`
}

function titleOf(spans: Spans, spanId: string | undefined): string {
  return (spanId && spans[spanId]?.title) || 'a call'
}

function ended(title: string, outcome: string): string {
  return outcome === 'ok' ? `Done: ${title}` : `${title}: ${outcome}`
}
