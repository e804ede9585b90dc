import { AppError } from '#shared/error.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Connection } from './connection.ts'
import type { SessionStore } from './session-store.ts'

interface Following {
  readonly connection: Connection
  readonly store: SessionStore
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  /** Answers when the window has time for more of the history, which nobody waits for. */
  untilIdle(signal: AbortSignal): Promise<void>
}

/**
 * Fills a store, and keeps it filled until the signal: first the states at the session's end, then
 * what is appended, and its history in the background. A lost connection is waited for, and the
 * streams go on where they were. Over when the session is deleted; fails where the session cannot be had at all.
 */
export async function followSession(following: Following): Promise<void> {
  const { connection, signal } = following
  while (!signal.aborted) {
    try {
      await connection.untilOpen(signal)
      await openStore(following)
      await Promise.all([followEvents(following), loadHistory(following)])
      return
    } catch (error) {
      if (signal.aborted) return
      if (!AppError.is(error) || error.code !== 'unavailable') throw error
    }
  }
}

async function openStore({ connection, store, sessionId, signal }: Following): Promise<void> {
  if (store.isOpen) return
  const { seq, states } = await connection.client['sessions.open']({ sessionId }, signal)
  store.open(seq, states)
}

async function followEvents({ connection, store, sessionId, signal }: Following): Promise<void> {
  const after = store.lastSeq
  const pages = connection.client['sessions.events']({ sessionId, after }, signal)
  for await (const page of pages) store.receive(page)
}

async function loadHistory(following: Following): Promise<void> {
  const { connection, store, sessionId, signal, untilIdle } = following
  if (store.isHistoryComplete) return
  const through = store.openedSeq
  await untilIdle(signal)
  const pages = connection.client['sessions.history']({ sessionId, through }, signal)
  for await (const page of pages) {
    store.receiveHistory(page)
    await untilIdle(signal)
  }
  store.completeHistory()
}
