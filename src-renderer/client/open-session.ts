import type { SessionId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Connection } from './connection.ts'
import { Drafts } from './drafts.ts'
import { FileSaver } from './file-saver.ts'
import { followSession } from './follow-session.ts'
import { untilIdle } from './idle.ts'
import { storePace } from './pace.ts'
import { Playhead } from './playhead.ts'
import { PromptDraft } from './prompt-draft.ts'
import { Selection } from './selection.ts'
import { SessionClock } from './session-clock.ts'
import { createCommands, type SessionCommands } from './session-commands.ts'
import { SessionStore } from './session-store.ts'
import { ViewAtPlayhead } from './view-at-playhead.ts'

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
  readonly #failed = this.#owned.use(new Emitter<void>())
  #following: AbortController | undefined
  #failure: unknown

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
  readonly failure = (): unknown => this.#failure

  /** Keeps its log filled, until `stop`. */
  follow(): void {
    if (this.#following) return
    const following = new AbortController()
    this.#following = following
    const { store, sessionId } = this
    const { signal } = following
    const connection = this.#connection
    followSession({ connection, store, sessionId, signal, untilIdle: this.#untilIdle }).catch(
      (error) => {
        this.#failure = error
        this.#failed.fire()
      },
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
  readonly subscribe = (onFailure: () => void): (() => void) => {
    const listening = this.#failed.event(onFailure)
    return () => listening[Symbol.dispose]()
  };

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
