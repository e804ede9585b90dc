import { agentEnded, agentQueued, agentStarted, teamCreated, teamDeleted } from './agent.ts'
import { approvalDecided, approvalRequested, ruleAdded, ruleRevoked } from './approval.ts'
import {
  changeAccepted,
  changeReopened,
  changeReverted,
  commentAdded,
  commentResolved,
  commitMade,
} from './change.ts'
import { reviewFound, reviewSettled, reviewStarted, reviewSubmitted } from './code-review.ts'
import { contextCompacted, contextPinned, contextUnpinned } from './context.ts'
import {
  debugContinued,
  debugEnded,
  debugPlaced,
  debugSeen,
  debugStarted,
  debugStopped,
} from './debug.ts'
import type { EventKind, EventOf } from './define.ts'
import { fileChanged, snapshotTaken } from './file.ts'
import { inputReceived, messageHeard, messageSent } from './message.ts'
import { modelDelta, modelEnded, modelFailedOver, modelStarted } from './model.ts'
import {
  checkpointSaved,
  limitReached,
  limitResolved,
  runEnded,
  runQueued,
  runStarted,
} from './run.ts'
import {
  bookmarkAdded,
  bookmarkRemoved,
  eventLost,
  previewOpened,
  sessionConfigured,
  sessionCreated,
  sessionForked,
  sessionPrepared,
  sessionRenamed,
  sessionRewound,
} from './session.ts'
import { taskChanged, todosChanged } from './task.ts'
import {
  terminalEnded,
  terminalOpened,
  terminalOutput,
  terminalResized,
  terminalTaken,
} from './terminal.ts'
import { callResolved, mcpMissing, toolEnded, toolProgressed, toolStarted } from './tool.ts'

/** Every kind of event there is. To add one: define it in its subject's file, list it here. */
const kinds = [
  sessionCreated,
  sessionRenamed,
  sessionConfigured,
  sessionForked,
  sessionPrepared,
  sessionRewound,
  snapshotTaken,
  runStarted,
  runQueued,
  runEnded,
  limitReached,
  limitResolved,
  inputReceived,
  agentQueued,
  agentStarted,
  agentEnded,
  modelStarted,
  modelDelta,
  modelEnded,
  modelFailedOver,
  mcpMissing,
  toolStarted,
  toolProgressed,
  toolEnded,
  callResolved,
  approvalRequested,
  approvalDecided,
  ruleAdded,
  ruleRevoked,
  todosChanged,
  taskChanged,
  fileChanged,
  changeAccepted,
  changeReverted,
  changeReopened,
  commentAdded,
  commentResolved,
  reviewStarted,
  reviewFound,
  reviewSubmitted,
  reviewSettled,
  commitMade,
  previewOpened,
  terminalOpened,
  terminalOutput,
  terminalResized,
  terminalTaken,
  terminalEnded,
  debugStarted,
  debugPlaced,
  debugStopped,
  debugSeen,
  debugContinued,
  debugEnded,
  messageSent,
  messageHeard,
  teamCreated,
  teamDeleted,
  checkpointSaved,
  contextCompacted,
  contextPinned,
  contextUnpinned,
  bookmarkAdded,
  bookmarkRemoved,
  eventLost,
] as const

export type AnyEvent = EventOf<(typeof kinds)[number]>
export type Kind = AnyEvent['kind']
export type EventFor<K extends Kind> = Extract<AnyEvent, { kind: K }>

type Unplaced = 'sessionId' | 'seq' | 'at'
/** What a recorder appends: an event before the log has given it a place. */
export type Draft = { [K in Kind]: Omit<EventFor<K>, Unplaced> }[Kind]

export const eventKinds: ReadonlyMap<string, EventKind> = new Map(
  kinds.map((kind) => [kind.kind, kind]),
)

/** What is said about a recording, and no part of it: it makes nothing longer. */
export const remarkKinds: ReadonlySet<string> = new Set<Kind>([
  'bookmark.added',
  'bookmark.removed',
])

/**
 * Whether an event records what the host found rather than what an agent or a person did in the session:
 * a snapshot, or a file that changed outside of it. It makes nothing longer and no session more recent.
 */
export function isObservation(event: AnyEvent): boolean {
  if (event.kind === 'snapshot.taken') return true
  if (event.kind !== 'file.changed') return false
  const { type } = event.data.by
  return type === 'session' || type === 'unknown'
}

/** Chunks of a stream. They don't count towards the number of events that ends a run. */
export const streamedKinds: ReadonlySet<string> = new Set<Kind>([
  'model.delta',
  'tool.progressed',
  'terminal.output',
])
