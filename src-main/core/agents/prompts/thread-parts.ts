import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { ContextPart } from '#shared/contract/context.ts'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/ids.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import type { Store } from '../../log/store.ts'
import { tokensIn } from '../models/usage-count.ts'
import { agentIdOf, LEAD } from '../span-ids.ts'
import { textOfContent } from '../text-of-content.ts'

/**
 * What comes with a session's next prompt besides it, by its size: the tools as they were offered
 * last, and what was said so far. None before the first run.
 */
export async function measureThread(
  store: Store,
  sessionId: SessionId | undefined,
): Promise<readonly ContextPart[]> {
  const last = sessionId && (await findLastStep(store, sessionId))
  if (!last) return []
  const { request } = last.started.data
  const tools = request.tools ? [measureTools(store, request.tools)] : []
  return [...tools, await measureMessages(store, request.messages, last.outputTokens)]
}

interface LastStep {
  readonly started: EventFor<'model.started'>
  /** Of its answer. */
  readonly outputTokens: number
}

/** Read in this many events at once, from the end. */
const STRETCH = 2_000

async function findLastStep(store: Store, sessionId: SessionId): Promise<LastStep | undefined> {
  const origin = store.summaries.of(sessionId)?.forkedFrom?.origin ?? sessionId
  const leadId = agentIdOf(origin, LEAD)
  const answers = new Map<string | undefined, number>()
  for await (const event of backwards(store, sessionId)) {
    if (event.agentId !== leadId) continue
    if (event.kind === 'model.ended') answers.set(event.spanId, event.data.usage.outputTokens)
    if (event.kind !== 'model.started' || event.data.purpose !== 'step') continue
    return { started: event, outputTokens: answers.get(event.spanId) ?? 0 }
  }
  return undefined
}

/** From the end, without what was taken back: that is no part of the conversation. */
async function* backwards({ events }: Store, sessionId: SessionId): AsyncGenerator<AnyEvent> {
  let kept = Number.POSITIVE_INFINITY
  for (let through = events.lastSeq(sessionId); through > 0; through -= STRETCH) {
    const after = Math.max(0, through - STRETCH)
    for (const event of [...events.read(sessionId, { after, through })].flat().reverse()) {
      if (event.seq > kept) continue
      if (event.kind === 'session.rewound') kept = event.data.to
      yield event
    }
    await nextTurn()
  }
}

const Tools = z
  .array(
    z.looseObject({
      name: z.string().optional(),
      function: z.object({ name: z.string() }).optional(),
    }),
  )
  .catch([])

function measureTools({ blobs }: Store, hash: Hash): ContextPart {
  const json = textOfBlob(blobs.get(hash))
  const names = Tools.parse(parseJson(json)).map((tool) => tool.function?.name ?? tool.name ?? '?')
  const title = `${names.length} tools`
  return { kind: 'tools', title, tokens: tokensIn(json), text: '', notes: [`${names.join(', ')}.`] }
}

/** As LangChain's serializer writes a message. */
const Message = z
  .looseObject({
    id: z.array(z.string()).default([]),
    kwargs: z.looseObject({ content: z.unknown().optional(), tool_calls: z.unknown().optional() }),
  })
  .catch({ id: [], kwargs: {} })

/** Messages read before others get their turn. */
const AT_ONCE = 50

async function measureMessages(
  { blobs }: Store,
  hashes: readonly Hash[],
  outputTokens: number,
): Promise<ContextPart> {
  let [tokens, count] = [outputTokens, 0]
  for (const [index, hash] of hashes.entries()) {
    const { id, kwargs } = Message.parse(parseJson(textOfBlob(blobs.get(hash))))
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn()
    // The system message is what the other parts are.
    if (id.at(-1)?.startsWith('System')) continue
    const calls = Array.isArray(kwargs.tool_calls) && kwargs.tool_calls.length > 0
    const args = calls ? JSON.stringify(kwargs.tool_calls) : ''
    tokens += tokensIn(textOfContent(kwargs.content) + args)
    count += 1
  }
  const title = `${count + 1} messages so far`
  return { kind: 'conversation', title, tokens, text: '', notes: [] }
}

function textOfBlob(bytes: Uint8Array | undefined): string {
  return bytes ? Buffer.from(bytes).toString('utf8') : 'null'
}
