import { useEffect, useState } from 'react'
import type { SessionId } from '#shared/lib/ids.ts'
import { Store } from '#shared/lib/store.ts'
import type { Connection } from '../connection/connection.ts'
import { useConnection } from '../connection/host-context.tsx'
import { untilIdle } from '../ui/browser/idle-callback.ts'
import { Drafts } from './drafts/file-drafts.ts'
import { FileSaver } from './drafts/file-saver.ts'
import { PromptDraft } from './drafts/prompt-draft.ts'
import { Selection } from './selection.ts'
import { createCommands, type SessionCommands } from './session-commands.ts'
import { followSession } from './store/follow-session.ts'
import { storePace } from './store/playback-speed.ts'
import { Playhead } from './store/playhead.ts'
import { SessionClock } from './store/session-clock.ts'
import { SessionStore } from './store/session-store.ts'
import { ViewAtPlayhead } from './store/view-at-playhead.ts'

/** A session in this window: its log, and where and what a person looks at in it. */
export class OpenSession implements Disposable {
  readonly sessionId: SessionId
  readonly store: SessionStore
  readonly playhead: Playhead
  readonly view: ViewAtPlayhead
  readonly clock: SessionClock
  readonly selection: Selection
  readonly draft: PromptDraft
  readonly drafts: Drafts
  readonly saver: FileSaver
  readonly commands: SessionCommands
  readonly #connection: Connection
  readonly #owned = new DisposableStack()
  readonly #failure = this.#owned.use(new Store<unknown>(undefined))
  #following: AbortController | undefined

  constructor(connection: Connection, sessionId: SessionId) {
    const store = this.#owned.use(new SessionStore())
    this.#connection = connection
    this.sessionId = sessionId
    this.store = store
    this.playhead = this.#owned.use(
      new Playhead(
        store,
        { now: () => performance.now(), request: requestFrame },
        storePace(localStorage),
      ),
    )
    this.view = this.#owned.use(new ViewAtPlayhead(store, this.playhead))
    this.clock = this.#owned.use(
      new SessionClock({
        live: store.live,
        isHeard: () => connection.state() === 'open',
        ticker: { now: () => Date.now(), after: requestTimer },
      }),
    )
    this.selection = this.#owned.use(new Selection(requestTimer))
    const draftOptions = { sessionId, storage: sessionStorage, after: requestTimer }
    this.draft = this.#owned.use(new PromptDraft(draftOptions))
    this.#owned.use(saveOnLeave(this.draft))
    this.drafts = this.#owned.use(new Drafts())
    this.saver = this.#owned.use(new FileSaver(this.drafts))
    this.commands = createCommands(connection.client, sessionId)
  }

  /** Why it cannot be had; `undefined` where it can. */
  readonly failure = this.#failure.get

  /** Keeps its log filled, until `stop`. */
  follow(): void {
    if (this.#following) return
    const following = new AbortController()
    this.#following = following
    const { store, sessionId } = this
    const { signal } = following
    const connection = this.#connection
    followSession({ connection, store, sessionId, signal, untilIdle: this.#untilIdle }).catch(
      (error) => this.#failure.set(error),
    )
  }

  stop(): void {
    this.#following?.abort()
    this.#following = undefined
    this.playhead.pause()
  }

  /** Where a past is looked at, its history is waited for. */
  readonly #untilIdle = async (signal: AbortSignal): Promise<void> => {
    if (this.playhead.state().position === 'live') await untilIdle(signal)
  }

  /** Calls back when it has failed. */
  readonly subscribe = this.#failure.subscribe;

  [Symbol.dispose](): void {
    this.stop()
    this.#owned.dispose()
  }
}

/** A reload comes sooner than the next pause in typing. */
function saveOnLeave(draft: PromptDraft): Disposable {
  const save = () => draft.save()
  addEventListener('pagehide', save)
  return { [Symbol.dispose]: () => removeEventListener('pagehide', save) }
}

function requestFrame(onFrame: () => void): () => void {
  const id = requestAnimationFrame(onFrame)
  return () => cancelAnimationFrame(id)
}

function requestTimer(ms: number, act: () => void): () => void {
  const id = setTimeout(act, ms)
  return () => clearTimeout(id)
}

/** The sessions that a window has open, by their ids. */
class OpenSessions {
  readonly #connection: Connection
  readonly #open = new Map<SessionId, OpenSession>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The same one for as long as it is kept. */
  get(sessionId: SessionId): OpenSession {
    const known = this.#open.get(sessionId)
    if (known) return known
    const opened = new OpenSession(this.#connection, sessionId)
    this.#open.set(sessionId, opened)
    return opened
  }

  /** Follows these, and lets go of all others. */
  keep(sessionIds: readonly SessionId[]): void {
    for (const sessionId of sessionIds) this.get(sessionId).follow()
    for (const [sessionId, session] of this.#open) {
      if (sessionIds.includes(sessionId)) continue
      this.#open.delete(sessionId)
      session[Symbol.dispose]()
    }
  }

  /** Follows none any longer, and keeps what has come. */
  stop(): void {
    for (const session of this.#open.values()) session.stop()
  }
}

/** These sessions, followed for as long as they are asked for. */
export function useOpenSessions(sessionIds: readonly SessionId[]): readonly OpenSession[] {
  const connection = useConnection()
  const [open] = useState(() => new OpenSessions(connection))
  const wanted = sessionIds.join('+')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says when the ids are others.
  useEffect(() => open.keep(sessionIds), [open, wanted])
  useEffect(() => () => open.stop(), [open])
  return sessionIds.map((sessionId) => open.get(sessionId))
}
