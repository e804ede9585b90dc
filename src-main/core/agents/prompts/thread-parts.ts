import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { ContextPart } from '#shared/contract/procedures/context.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { Hash, ProjectId, SessionId } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import { tokensIn } from '#shared/pricing/pricing.ts'
import type { Store } from '../../store/store.ts'
import { PINNED_ID, readMessage } from '../messages/message-text.ts'
import { agentIdOf, LEAD } from '../recording/span-ids.ts'
import { backwards } from './backwards.ts'
import { type LoadedPin, partOfPin } from './pinned.ts'

/** A session, or a new one in a project. */
export interface ThreadPlace {
  readonly sessionId?: SessionId | undefined
  readonly projectId: ProjectId
}

/**
 * What comes with a session's next prompt besides it: the tools as they were offered last and what was
 * said so far, by their size, and what is pinned of it. Before the first run the tools are those of the
 * project’s last one, where it had any.
 */
export async function measureThread(
  store: Store,
  { sessionId, projectId }: ThreadPlace,
  pins: readonly LoadedPin[],
): Promise<readonly ContextPart[]> {
  const last = sessionId && (await findLastStep(store, sessionId))
  if (!last) return [...(await toolsOfProject(store, projectId)), ...pins.map(partOfPin)]
  const { request } = last.started.data
  const tools = request.tools ? [measureTools(store, request.tools)] : []
  const pinned = new Set(pins.map(({ messageId }) => messageId))
  const said = await measureConversation(store, last, pinned)
  return [...tools, ...pins.map(partOfPin), said]
}

/** What the model sees of what was said: all of the last step, or less where it was compacted since. */
async function measureConversation(
  store: Store,
  { started, outputTokens, compacted }: LastStep,
  pinned: ReadonlySet<string>,
): Promise<ContextPart> {
  const { messages } = started.data.request
  if (!compacted) return measureMessages(store, messages, outputTokens, pinned)
  const { summary, keptMessages } = compacted.data
  // The last one kept is the answer, which no request holds yet.
  const kept = messages.slice(messages.length - (keptMessages - 1))
  const text = typeof summary === 'string' ? summary : textOfBlob(store.blobs.get(summary.ref))
  const part = await measureMessages(store, kept, outputTokens + tokensIn(text), pinned)
  return { ...part, title: `A summary, and ${part.title}` }
}

interface LastStep {
  readonly started: EventFor<'model.started'>
  /** Of its answer. */
  readonly outputTokens: number
  /** The conversation was compacted after it. */
  readonly compacted: EventFor<'context.compacted'> | undefined
}

async function findLastStep(store: Store, sessionId: SessionId): Promise<LastStep | undefined> {
  const origin = store.summaries.of(sessionId)?.forkedFrom?.origin ?? sessionId
  const leadId = agentIdOf(origin, LEAD)
  const answers = new Map<string | undefined, number>()
  let compacted: LastStep['compacted']
  for await (const event of backwards(store, sessionId)) {
    if (event.agentId !== leadId) continue
    if (event.kind === 'context.compacted') compacted ??= event
    if (event.kind === 'model.ended') answers.set(event.spanId, event.data.usage.outputTokens)
    if (event.kind !== 'model.started' || event.data.purpose !== 'step') continue
    return { started: event, outputTokens: answers.get(event.spanId) ?? 0, compacted }
  }
  return undefined
}

/** Which tools there are is known once somebody has connected to all that offers some. */
async function toolsOfProject(store: Store, projectId: ProjectId): Promise<readonly ContextPart[]> {
  await store.summaries.load()
  for (const { id, runs } of store.summaries.list(projectId)) {
    const tools = runs > 0 && (await findLastStep(store, id))?.started.data.request.tools
    if (!tools) continue
    const part = measureTools(store, tools)
    return [{ ...part, title: `${part.title}, as offered last in this project` }]
  }
  return []
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

/** Messages read before others get their turn. */
const AT_ONCE = 50

async function measureMessages(
  { blobs }: Store,
  hashes: readonly Hash[],
  outputTokens: number,
  pinned: ReadonlySet<string>,
): Promise<ContextPart> {
  let [tokens, count] = [outputTokens, 0]
  for (const [index, hash] of hashes.entries()) {
    const { messageId, role, text } = readMessage(textOfBlob(blobs.get(hash)))
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn()
    // The system message is what the other parts are, and so is what is pinned.
    const isApart = role === undefined || messageId === PINNED_ID
    if (isApart || (messageId !== undefined && pinned.has(messageId))) continue
    tokens += tokensIn(text)
    count += 1
  }
  const title = `${count + 1} messages so far`
  return { kind: 'conversation', title, tokens, text: '', notes: [] }
}

function textOfBlob(bytes: Uint8Array | undefined): string {
  return bytes ? Buffer.from(bytes).toString('utf8') : 'null'
}
