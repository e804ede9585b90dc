import { z } from 'zod'
import type { ThreadMessage } from '#shared/contract/procedures/context.ts'
import type { EventFor } from '#shared/events/index.ts'
import { Hash, type SessionId, type SpanId } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import { tokensIn } from '#shared/pricing/pricing.ts'
import type { Store } from '../../store/store.ts'
import { type ReadMessage, readMessage } from '../messages/message-text.ts'
import { agentIdOf, LEAD } from '../recording/span-ids.ts'
import { backwards } from './backwards.ts'

/** Of which agent, and when. */
interface ThreadQuery {
  readonly sessionId: SessionId
  /** The lead, unless given. */
  readonly agentId?: SpanId | undefined
  /** As it is now, unless given. */
  readonly seq?: number | undefined
}

/** A message of a thread, with what it says. */
interface WholeMessage extends ThreadMessage {
  readonly text: string
}

/**
 * The messages of an agent's thread, in order, those of before its summary too: what is summed up stays
 * in its checkpoints. None before its first.
 */
export async function readThread(
  store: Store,
  asked: ThreadQuery,
): Promise<readonly WholeMessage[]> {
  const { saved, dropped } = await findLast(store, asked)
  if (!saved) return []
  const { checkpointId, namespace } = saved
  const { checkpoints } = store
  // A fork has the last checkpoints of what it inherited, and they hold all that was said before.
  const row =
    checkpoints.get(asked.sessionId, namespace, checkpointId) ??
    checkpoints.get(asked.sessionId, namespace)
  if (!row) return []
  const read = hashesOf(store, Buffer.from(row.checkpoint).toString('utf8')).map((hash) =>
    readMessage(textOf(store, hash)),
  )
  return read.flatMap((message, index) => toWhole(message, index < dropped))
}

/** The lead of a session, or whoever else was asked for. */
export function agentOf(store: Store, { sessionId, agentId }: ThreadQuery): SpanId {
  const origin = store.summaries.of(sessionId)?.forkedFrom?.origin ?? sessionId
  return agentId ?? agentIdOf(origin, LEAD)
}

interface Last {
  readonly saved: EventFor<'checkpoint.saved'>['data'] | undefined
  /** How many messages, from the first, the agent no longer sees. */
  readonly dropped: number
}

async function findLast(store: Store, asked: ThreadQuery): Promise<Last> {
  const agentId = agentOf(store, asked)
  let saved: Last['saved']
  let dropped: number | undefined
  for await (const event of backwards(store, asked.sessionId, asked.seq)) {
    if (event.agentId !== agentId) continue
    if (event.kind === 'checkpoint.saved') saved ??= event.data
    if (event.kind === 'context.compacted') dropped ??= event.data.droppedMessages
    if (saved && dropped !== undefined) break
  }
  return { saved, dropped: dropped ?? 0 }
}

/** As a checkpoint has a list of messages: chunks of hashes, and chunks of these. */
const Listed = z.object({
  groups: z.array(Hash).default([]),
  chunks: z.array(Hash).default([]),
  rest: z.array(Hash).default([]),
})
const State = z.object({ channel_values: z.object({ messages: Listed }) })

function hashesOf(store: Store, json: string): readonly Hash[] {
  const parsed = State.safeParse(parseJson(json))
  if (!parsed.success) return []
  const { groups, chunks, rest } = parsed.data.channel_values.messages
  const named = (lists: readonly Hash[]) =>
    lists.flatMap((list) => textOf(store, list).split('\n')).map((name) => Hash.parse(name))
  return [...named([...named(groups), ...chunks]), ...rest]
}

function textOf({ blobs }: Store, hash: Hash): string {
  return Buffer.from(blobs.get(hash) ?? '').toString('utf8')
}

/** What has no name or no voice can't be pinned, and is nothing that was said. */
function toWhole(message: ReadMessage, isDropped: boolean): readonly WholeMessage[] {
  const { messageId, role, title, text } = message
  if (messageId === undefined || role === undefined) return []
  return [{ messageId, role, title, text, tokens: tokensIn(text), isDropped }]
}
