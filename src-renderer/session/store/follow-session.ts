import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { JoinedStates } from '#shared/wire/state-chunks.ts'
import type { Connection } from '../../connection/connection.ts'
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
      await followOnce(following)
      return
    } catch (error) {
      if (signal.aborted) return
      if (!AppError.is(error) || error.code !== 'unavailable') throw error
    }
  }
}

/** Where one of its streams is lost the others end too: nothing of it comes after what the next brings. */
async function followOnce(following: Following): Promise<void> {
  const attempt = new AbortController()
  const signal = AbortSignal.any([following.signal, attempt.signal])
  const once = { ...following, signal }
  const opened = Promise.withResolvers<void>()
  try {
    await Promise.all([
      loadStates(once, opened.resolve).then(() => loadHistory(once)),
      opened.promise.then(() => followEvents(once)),
    ])
  } finally {
    attempt.abort()
  }
}

/** The store is open as soon as there is what a person sees at first. */
async function loadStates(following: Following, onOpen: () => void): Promise<void> {
  const { connection, store, sessionId, signal, untilIdle } = following
  if (store.isWhole) return onOpen()
  const joined = new JoinedStates()
  let isShown = false
  for await (const piece of connection.client['sessions.open']({ sessionId }, signal)) {
    signal.throwIfAborted()
    joined.add(piece)
    if (piece.missing === 'picture') continue
    const isWhole = piece.missing === 'nothing'
    if (isWhole || !isShown) store.open(piece.seq, joined.states, isWhole)
    isShown = true
    onOpen()
    if (!isWhole) await untilIdle(signal)
  }
}

async function followEvents({ connection, store, sessionId, signal }: Following): Promise<void> {
  const after = store.lastSeq
  const pages = connection.client['sessions.events']({ sessionId, after }, signal)
  for await (const page of pages) {
    signal.throwIfAborted()
    store.receive(page)
  }
}

async function loadHistory(following: Following): Promise<void> {
  const { connection, store, sessionId, signal, untilIdle } = following
  if (store.isHistoryComplete) return
  const through = store.openedSeq
  await untilIdle(signal)
  const pages = connection.client['sessions.readEvents']({ sessionId, through }, signal)
  for await (const page of pages) {
    signal.throwIfAborted()
    store.receiveHistory(page)
    await untilIdle(signal)
  }
  signal.throwIfAborted()
  store.completeHistory()
}
