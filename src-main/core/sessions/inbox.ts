import type { InboxItem } from '#shared/contract/procedures/approvals.ts'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import type { StatesAt } from '#shared/wire/state-chunks.ts'
import type { LiveStates } from '../store/events/live-states.ts'
import type { Store } from '../store/store.ts'
import type { SessionBin } from './session-trash.ts'

interface Parts {
  readonly store: Store
  readonly states: LiveStates
  readonly bin: SessionBin
}

/** What was found in a session's log, up to `seq`. */
interface Found {
  readonly seq: number
  readonly items: readonly InboxItem[]
}

/** How much of what a terminal held is told, in characters. */
const OUTPUT_CHARS = 4_000

/**
 * What waits for a person, over all sessions. Only those in which something waits are folded, and each
 * again only once its log has gone on.
 */
export class Inbox {
  readonly #parts: Parts
  #found: ReadonlyMap<SessionId, Found> = new Map()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What has waited longest comes first. */
  async list(): Promise<InboxItem[]> {
    const found = new Map<SessionId, Found>()
    for (const session of await this.#waiting()) found.set(session.id, await this.#findIn(session))
    this.#found = found
    const items = [...found.values()].flatMap((one) => one.items)
    return items.toSorted((a, b) => a.since - b.since)
  }

  async #waiting(): Promise<readonly SessionSummary[]> {
    const { store, bin } = this.#parts
    await store.summaries.load()
    const sessions = store.summaries.list().filter(({ id }) => !bin.has(id))
    return sessions.filter((session) => {
      const { waiting, cutOff, waitsUntil } = session
      return waiting + cutOff > 0 || waitsUntil !== undefined
    })
  }

  async #findIn(session: SessionSummary): Promise<Found> {
    const known = this.#found.get(session.id)
    if (known?.seq === session.lastSeq) return known
    const now = await this.#parts.states.load(session.id)
    const unfinished = session.cutOff > 0 ? unfinishedIn(session, now) : []
    return {
      seq: now.seq,
      items: [...approvalsIn(session, now), ...unfinished, ...waitIn(session, now)],
    }
  }
}

function approvalsIn(session: SessionSummary, { states }: StatesAt): readonly InboxItem[] {
  const { open, approvals } = states.approvals
  const waiting = open.flatMap((id) => approvals[id] ?? [])
  return waiting.map((approval) => ({
    type: 'approval',
    ...placeOf(session, states, approval.agentId),
    since: approval.requestedAt,
    approval,
  }))
}

function unfinishedIn(session: SessionSummary, { states }: StatesAt): readonly InboxItem[] {
  const { order, unfinished } = states.calls
  const calls = order.flatMap((id) => unfinished[id] ?? [])
  return calls.map((call) => ({
    type: 'unfinished',
    ...placeOf(session, states, call.agentId),
    since: call.cutOffAt,
    call,
    output: states.terminals.terminals[call.spanId]?.output.slice(-OUTPUT_CHARS) ?? '',
  }))
}

function waitIn(session: SessionSummary, { states }: StatesAt): readonly InboxItem[] {
  const { wait } = states.status
  return wait ? [{ type: 'limit', ...placeOf(session, states), since: wait.since, wait }] : []
}

function placeOf(
  { id, title, projectName }: SessionSummary,
  { timeline }: SessionStates,
  agentId?: SpanId,
) {
  const lane = agentId && timeline.lanes[agentId]
  const agentName = lane && (lane.teammate ?? lane.type)
  return {
    sessionId: id,
    sessionTitle: title,
    projectName,
    ...(agentName !== undefined && { agentName }),
  }
}
