import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { SessionId } from '#shared/ids.ts'
import { assert } from '#shared/lib/assert.ts'
import type { Connection } from './connection.ts'
import { followSession } from './follow-session.ts'
import { useConnection, useConnectionState } from './host-context.tsx'
import { type Pace, type Speed, storePace } from './pace.ts'
import { Playhead, type PlayheadState, type TimeScale } from './playhead.ts'
import { PromptDraft } from './prompt-draft.ts'
import { type Pointed, type Selected, Selection } from './selection.ts'
import { SessionClock } from './session-clock.ts'
import { createCommands, type SessionCommands } from './session-commands.ts'
import { SessionStore } from './session-store.ts'
import type { SessionView } from './session-view.ts'

interface OpenSession {
  readonly sessionId: SessionId
  readonly store: SessionStore
  readonly playhead: Playhead
  readonly clock: SessionClock
  readonly selection: Selection
  readonly draft: PromptDraft
  readonly commands: SessionCommands
}

const SessionContext = createContext<OpenSession | undefined>(undefined)
const ViewContext = createContext<SessionView | undefined>(undefined)
const PlayheadContext = createContext<PlayheadState | undefined>(undefined)

export interface SessionProviderProps {
  readonly sessionId: SessionId
  /** Drawn until the session's states have come. */
  readonly loading: ReactNode
  /** Drawn where the session cannot be had. */
  readonly failed: (error: unknown) => ReactNode
  readonly children: ReactNode
}

/** Keeps one session open for what is inside. Give it the session's id as `key`. */
export function SessionProvider({ sessionId, loading, failed, children }: SessionProviderProps) {
  const connection = useConnection()
  const [session] = useState(() => openSession(connection, sessionId))
  const error = useFollowing(connection, session)
  const isOpen = useSyncExternalStore(session.store.subscribe, () => session.store.isOpen)
  // All panels come at once: deferred, they are made in steps, and the window draws in between.
  const isShown = useDeferredValue(isOpen)
  if (error !== undefined) return failed(error)
  if (!isShown) return loading
  return (
    <SessionContext value={session}>
      <AtPlayhead session={session}>{children}</AtPlayhead>
    </SessionContext>
  )
}

/** One state holds view and playhead, so that every panel moves in the same frame. */
function AtPlayhead({
  session,
  children,
}: {
  readonly session: OpenSession
  readonly children: ReactNode
}) {
  const { store, playhead } = session
  const state = useSyncExternalStore(playhead.subscribe, playhead.state)
  // While the history has not come as far as the playhead, the view follows it page by page.
  const reached = useSyncExternalStore(store.subscribe, () =>
    state.position === 'live' || store.isLoaded(state.position) ? -1 : store.historySeq,
  )
  const view = useMemo(
    () =>
      state.position === 'live' ? store.live : store.at(reached < 0 ? state.position : reached),
    [store, state.position, reached],
  )
  return (
    <PlayheadContext value={state}>
      <ViewContext value={view}>{children}</ViewContext>
    </PlayheadContext>
  )
}

function openSession(connection: Connection, sessionId: SessionId): OpenSession {
  const store = new SessionStore()
  return {
    sessionId,
    store,
    playhead: new Playhead(
      store,
      { now: () => performance.now(), request: requestFrame },
      storePace(localStorage),
    ),
    clock: new SessionClock({
      live: store.live,
      isHeard: () => connection.state() === 'open',
      ticker: { now: () => Date.now(), after: requestTimer },
    }),
    selection: new Selection(),
    draft: new PromptDraft(sessionId, sessionStorage),
    commands: createCommands(connection.client, sessionId),
  }
}

function requestFrame(onFrame: () => void): () => void {
  const id = requestAnimationFrame(onFrame)
  return () => cancelAnimationFrame(id)
}

function requestTimer(ms: number, act: () => void): () => void {
  const id = setTimeout(act, ms)
  return () => clearTimeout(id)
}

function useFollowing(
  connection: Connection,
  { store, sessionId, playhead }: OpenSession,
): unknown {
  const [error, setError] = useState<unknown>(undefined)
  useEffect(() => {
    const ended = new AbortController()
    followSession({ connection, store, sessionId, signal: ended.signal }).catch(setError)
    return () => {
      ended.abort()
      playhead.pause()
    }
  }, [connection, store, sessionId, playhead])
  return error
}

function useSession(): OpenSession {
  const session = useContext(SessionContext)
  assert(session, 'a SessionProvider is around')
  return session
}

/** The session at the playhead. */
export function useSessionView(): SessionView {
  const view = useContext(ViewContext)
  assert(view, 'a SessionProvider is around')
  return view
}

/** The session as it is now, wherever the playhead is. */
export function useLiveView(): SessionView {
  return useSession().store.live
}

/** Everything this window has of the session: its events, times and density. */
export function useSessionStore(): SessionStore {
  return useSession().store
}

/** What time it is in the session, for whatever counts. */
export function useSessionClock(): SessionClock {
  return useSession().clock
}

export function useSessionId(): SessionId {
  return useSession().sessionId
}

/** Absent in the past and out of the host's reach: nothing can be done there. */
export function useCommands(): SessionCommands | undefined {
  const { commands } = useSession()
  const isLive = usePlayheadState().position === 'live'
  const isReachable = useConnectionState() === 'open'
  return isLive && isReachable ? commands : undefined
}

function usePlayheadState(): PlayheadState {
  const state = useContext(PlayheadContext)
  assert(state, 'a SessionProvider is around')
  return state
}

export interface PlayheadControls extends Pace {
  readonly playhead: 'live' | number
  readonly isPlaying: boolean
  seek(seq: number): void
  goLive(): void
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
  setWaitsInFull(waitsInFull: boolean): void
}

/** Where the playhead is, and what moves it. */
export function usePlayhead(): PlayheadControls {
  const { position, isPlaying, speed, waitsInFull } = usePlayheadState()
  const { playhead } = useSession()
  return {
    playhead: position,
    isPlaying,
    speed,
    waitsInFull,
    seek: (seq) => playhead.seek(seq),
    goLive: () => playhead.goLive(),
    play: () => playhead.play(),
    pause: () => playhead.pause(),
    setSpeed: (chosen) => playhead.setSpeed(chosen),
    setWaitsInFull: (chosen) => playhead.setWaitsInFull(chosen),
  }
}

/** Has playing go through time as `scale` shows it, for as long as what is drawn so is there. */
export function usePlayAlong(scale: TimeScale): void {
  const { playhead } = useSession()
  useEffect(() => playhead.playAlong(scale), [playhead, scale])
}

export interface SelectionControls extends Pointed {
  /** What is absent from the change stays selected; `undefined` takes it back. */
  select(change: Selected): void
}

/** What is selected in this session, for every panel. */
export function useSelection(): SelectionControls {
  const { selection } = useSession()
  const selected = useSyncExternalStore(selection.subscribe, selection.state)
  return { ...selected, select: (change) => selection.select(change) }
}

export interface PromptControls {
  readonly text: string
  write(text: string): void
}

/** What is being written to the lead, for whoever writes it. */
export function usePromptDraft(): PromptControls {
  const { draft } = useSession()
  const text = useSyncExternalStore(draft.subscribe, draft.text)
  return { text, write: (next) => draft.write(next) }
}
