import type { context } from '#shared/contract/procedures/context.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import { type Pin, pinsOf } from '#shared/projections/pins.ts'
import { previewContext } from '../agents/prompts/preview.ts'
import { agentOf, readThread } from '../agents/prompts/read-thread.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'

interface PinAsked {
  readonly sessionId: SessionId
  readonly agentId?: SpanId | undefined
  readonly messageId: string
}

export function contextHandlers(parts: Parts): Handlers<typeof context> {
  const { store } = parts
  return {
    'context.preview': (asked) => previewContext(parts, asked),
    'context.thread': async (asked) => {
      getSession(store, asked.sessionId)
      return (await readThread(store, asked)).map(({ text: _, ...message }) => message)
    },
    'context.pin': (asked) => pin(parts, asked),
    'context.unpin': async ({ sessionId, agentId: asked, messageId }) => {
      getSession(store, sessionId)
      const agentId = agentOf(store, { sessionId, agentId: asked })
      const { states } = await parts.states.load(sessionId)
      if (!pinsOf(states.pins, agentId).some((one) => one.messageId === messageId)) return {}
      const data = { messageId }
      await store.events.append(sessionId, [{ kind: 'context.unpinned', agentId, data }])
      return {}
    },
  }
}

/** Beside what is still being said, an agent should have room for little else. */
const MOST_TOKENS = 40_000

async function pin(
  { store, states }: Parts,
  { sessionId, agentId: asked, messageId }: PinAsked,
): Promise<Record<string, never>> {
  getSession(store, sessionId)
  const agentId = agentOf(store, { sessionId, agentId: asked })
  const found = (await readThread(store, { sessionId, agentId })).find(
    (message) => message.messageId === messageId,
  )
  if (!found) throw new AppError('not-found', 'This message is no longer in the conversation.')
  const held = pinsOf((await states.load(sessionId)).states.pins, agentId)
  if (held.some((one) => one.messageId === messageId)) return {}
  const { role, title, text, tokens } = found
  checkRoom(held, tokens)
  const data = { messageId, role, title, tokens, text: store.blobs.storeText(sessionId, text) }
  await store.events.append(sessionId, [{ kind: 'context.pinned', agentId, data }])
  return {}
}

function checkRoom(held: readonly Pin[], tokens: number): void {
  const all = held.reduce((sum, one) => sum + one.tokens, tokens)
  if (all <= MOST_TOKENS) return
  const message = `All that is pinned would come to ${all.toLocaleString('en')} tokens, of ${MOST_TOKENS.toLocaleString('en')} at most. Unpin something first.`
  throw new AppError('limit', message)
}
