import { Emitter } from '#shared/lib/emitter.ts'
import type { ProjectionName, SessionStates } from '#shared/projections/index.ts'
import type { Playhead } from './playhead.ts'
import type { SessionStore } from './session-store.ts'
import type { SessionView } from './session-view.ts'

/**
 * The session at its playhead: one view that changes when the playhead moves, so that only what
 * reads something else there is drawn again. While the history has not come as far as the
 * playhead, it follows it page by page.
 */
export class ViewAtPlayhead implements SessionView, Disposable {
  readonly #store: SessionStore
  readonly #playhead: Playhead
  readonly #changed = new Emitter<void>()
  readonly #owned = new DisposableStack()
  #soughtSeq: number | undefined
  #moment: SessionView

  constructor(store: SessionStore, playhead: Playhead) {
    this.#store = store
    this.#playhead = playhead
    this.#moment = store.live
    this.#owned.use(this.#changed)
    this.#owned.defer(playhead.subscribe(() => this.#move()))
    this.#owned.defer(store.subscribe(() => this.#move()))
    this.#owned.defer(store.live.subscribe(() => this.#tellLive()))
  }

  readonly subscribe = this.#changed.subscribe

  /** Another one whenever the playhead has moved; the same for as long as it is live. */
  readonly moment = (): SessionView => this.#moment

  state<N extends ProjectionName>(name: N): SessionStates[N] {
    return this.#moment.state(name)
  }

  get seq(): number {
    return this.#moment.seq
  }

  get at(): number {
    return this.#moment.at
  }

  [Symbol.dispose](): void {
    this.#owned.dispose()
  }

  #move(): void {
    const { position } = this.#playhead.state()
    const seq = position === 'live' ? undefined : this.#reach(position)
    if (seq === this.#soughtSeq) return
    this.#soughtSeq = seq
    this.#moment = seq === undefined ? this.#store.live : this.#store.at(seq)
    this.#changed.fire()
  }

  #reach(position: number): number {
    return this.#store.isLoaded(position) ? position : this.#store.historySeq
  }

  #tellLive(): void {
    if (this.#soughtSeq === undefined) this.#changed.fire()
  }
}
