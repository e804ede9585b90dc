import type { ApprovalType } from '../events/approval.ts'
import type { EventFor } from '../events/index.ts'
import type { Attachment, Party } from '../events/message.ts'
import type { Display, MissingServer, Resolution } from '../events/tool.ts'
import type { ClientName, Effect, Outcome, StoredJson, StoredText } from '../events/value.ts'
import type { ApprovalId, ReviewId, RunId, SessionId, SpanId } from '../lib/ids.ts'
import type { Decision } from '../settings/settings.ts'

interface Placed {
  /** Unique within the session; stays while the item changes. */
  readonly id: string
  /** Of the event that brought it. */
  readonly seq: number
  readonly at: number
}

/** What the agent of a thread was told. */
export interface InputItem extends Placed {
  readonly type: 'input'
  /** The agent that wrote it; absent: a person did. */
  readonly from?: Party
  readonly text: StoredText
  readonly attachments: readonly Attachment[]
  readonly files: readonly string[]
  /** It waits for the agent's next model call. */
  readonly isQueued: boolean
}

/** What one model call said (`text`) or thought (`reasoning`), as far as it has come. */
export interface SpeechItem extends Placed {
  readonly type: 'text' | 'reasoning'
  readonly text: string
  readonly endedAt?: number
  /** How it ended, if it wasn't simply complete. */
  readonly ending?: string
}

export interface CallApproval {
  readonly approvalId: ApprovalId
  readonly type: ApprovalType
  readonly requestedAt: number
  readonly risk: string
  readonly rule: string
  readonly change?: EventFor<'approval.requested'>['data']['change']
  readonly decision?: Decision
  readonly by?: 'person' | 'host'
  readonly client?: ClientName
  readonly message?: string
  readonly decidedAt?: number
}

export interface CallItem extends Placed {
  readonly type: 'call'
  readonly spanId: SpanId
  readonly toolCallId: string
  readonly title: string
  readonly effect: Effect
  readonly args: StoredJson
  /** Absent while it waits for a person. */
  readonly startedAt?: number
  readonly endedAt?: number
  /** Of the event that ended it. */
  readonly endSeq?: number
  /** It was answered. That event alone holds what with: results are most of what a session weighs. */
  readonly hasResult?: boolean
  /** Stands in the place of what it was answered: a rewind took that back. */
  readonly takenBack?: string
  readonly outcome?: Outcome
  readonly progress?: string | undefined
  readonly error?: string | undefined
  readonly display?: Display | undefined
  /** Variables that the failed program named and isn't given. */
  readonly withheld?: readonly string[] | undefined
  /** Where all of a result is kept that was too large for the model: it was given parts of it. */
  readonly keptAt?: string
  readonly approval?: CallApproval
  /** What was made of it after it had been cut off. */
  readonly resolved?: { readonly resolution: Resolution; readonly message?: string | undefined }
  /** The agents this call asked for: a subagent, or the members of a team. */
  readonly agents?: readonly SpanId[]
  /** The team it made. */
  readonly team?: string
  /** What it wrote to another agent. */
  readonly sent?: { readonly to: Party; readonly text: StoredText }
  /** It changed its agent's plan: how much of it the agent then said was done. */
  readonly plan?: { readonly done: number; readonly total: number }
}

export type Failover = Pick<EventFor<'model.failed-over'>['data'], 'from' | 'to' | 'reason'>

/** A model call that failed: what happened and what can be done. */
export interface FailureItem extends Placed {
  readonly type: 'failure'
  readonly attempt: number
  readonly error: string
  /** It is made again after so long. */
  readonly retryInMs?: number
  /** The agent went on with another model. */
  readonly failover?: Failover
}

/** The agent's model sees a summary in place of what came before. All of that stays here. */
export interface CompactionItem extends Placed {
  readonly type: 'compaction'
  /** Whose thread it is; absent in a log that does not say. */
  readonly agentId?: SpanId
  readonly summary: StoredText
  /** Messages of its thread that the model no longer sees, and still does. */
  readonly droppedMessages: number
  readonly keptMessages: number
}

/** The end of a run that did not simply complete. */
export interface EndItem extends Placed {
  readonly type: 'end'
  readonly runId: RunId
  readonly outcome: Outcome
  readonly reason?: string | undefined
  readonly isPaused?: true | undefined
}

/** Here a fork begins: what is above is the other session's, up to its event `fromSeq`. */
export interface ForkItem extends Placed {
  readonly type: 'fork'
  readonly from: SessionId
  readonly fromTitle: string
  readonly fromSeq: number
  readonly fromAt: number
  readonly stepsLeftOut: number
  readonly place: EventFor<'session.forked'>['data']['place']
  readonly root: string
  readonly branch?: string | undefined
  readonly notRestored: readonly string[]
  /** What its set-up command came to. */
  readonly prepared?: EventFor<'session.prepared'>['data']
}

/** What was said and done after the event `to`, and was taken back. */
export interface RewindItem extends Placed {
  readonly type: 'rewind'
  readonly to: number
  readonly toAt: number
  readonly stepsLeftOut: number
  /** How many files are as they were then again. */
  readonly restored: number
  /** Ids of the items that were taken back, in order. */
  readonly taken: readonly string[]
}

/** A person had a change reviewed: what came of it is among the code reviews. */
export interface ReviewItem extends Placed {
  readonly type: 'review'
  readonly reviewId: ReviewId
}

/** MCP servers that a run goes without. */
export interface MissingServersItem extends Placed {
  readonly type: 'missing-servers'
  readonly servers: readonly MissingServer[]
}

export type TranscriptItem =
  | InputItem
  | SpeechItem
  | CallItem
  | FailureItem
  | CompactionItem
  | MissingServersItem
  | EndItem
  | ForkItem
  | ReviewItem
  | RewindItem

/** Of what a model call said, or thought. */
export function speechItemId(type: SpeechItem['type'], spanId: string): string {
  return `${type}-${spanId}`
}

/** The model call that said it, or thought it. */
export function spanOfSpeech({ id, type }: SpeechItem): string {
  return id.slice(type.length + 1)
}

/** Of an input, by the event that brought it. The message that an agent hears it as has the same id. */
export function inputItemId(seq: number): string {
  return `input-${seq}`
}

type Ended = Pick<EventFor<'model.ended'>['data'], 'finishReason' | 'tools'>

/** Finish reasons, as the log has them, of answers that are not or may not be complete. */
const ENDINGS: Readonly<Record<string, string>> = {
  length: 'Cut off at the model’s output limit.',
  context_exceeded: 'Cut off because the model’s context window is full.',
  content_filter: 'Stopped by the server’s content filter.',
  refusal: 'The model refused to answer.',
  pause_turn: 'Paused by the server.',
}

const MISSING = 'The server gave no finish reason, so this answer may be incomplete.'

/** Returns how an answer ended, if it wasn't simply complete. Tool calls that arrived whole are complete. */
export function findEnding({ finishReason, tools = [] }: Ended): string | undefined {
  if (finishReason === 'missing') return tools.length > 0 ? undefined : MISSING
  return finishReason === undefined ? undefined : ENDINGS[finishReason]
}

/** What of a transcript can be taken back. */
interface Said {
  readonly items: Record<string, TranscriptItem>
  readonly threads: Record<string, string[]>
  queued: string[]
}

/** What an agent is answered for a call whose work was taken back. */
const TAKEN_BACK =
  'The session was rewound to before this call had ended: what it did was taken back.'

/**
 * Takes what came after an event out of every thread; answers what each lost, in order. The items
 * stay, so that the ids of their calls are never given again.
 */
export function takeBack(
  state: Said,
  { to, at }: Pick<EventFor<'session.rewound'>['data'], 'to' | 'at'>,
): Readonly<Record<string, readonly string[]>> {
  const isTaken = (id: string) => {
    const item = state.items[id]
    return item !== undefined && isLater(item, to, at)
  }
  const taken: Record<string, readonly string[]> = {}
  for (const [thread, ids] of Object.entries(state.threads)) {
    const left = ids.filter((id) => !isTaken(id))
    taken[thread] = ids.filter(isTaken)
    state.threads[thread] = left
    for (const id of left) cutShort(state, id, to)
  }
  state.queued = state.queued.filter((id) => !isTaken(id))
  return taken
}

/** Nothing half: what was being said then is no part of the conversation either. */
function isLater(item: TranscriptItem, to: number, at: number): boolean {
  if (item.seq > to) return true
  const isSpeech = item.type === 'text' || item.type === 'reasoning'
  return isSpeech && (item.endedAt === undefined || item.endedAt > at)
}

function cutShort(state: Pick<Said, 'items'>, id: string, to: number): void {
  const item = state.items[id]
  if (item?.type === 'call' && !hadEnded(item, to)) state.items[id] = toTakenBack(item)
}

function hadEnded({ endSeq }: CallItem, to: number): boolean {
  return endSeq !== undefined && endSeq <= to
}

function toTakenBack({ keptAt: _, display: __, error: ___, ...item }: CallItem): CallItem {
  const { startedAt = item.at, endedAt = startedAt } = item
  return { ...item, startedAt, endedAt, outcome: 'stopped', takenBack: TAKEN_BACK }
}
