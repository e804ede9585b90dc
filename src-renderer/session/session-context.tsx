import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { assert } from '#shared/lib/assert.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { useConnectionState } from '../connection/host-context.tsx'
import type { Drafts } from './drafts/file-drafts.ts'
import type { FileSaver } from './drafts/file-saver.ts'
import { type Attached, toAttachment } from './drafts/image-attachments.ts'
import { useTreeAhead } from './file-tree.ts'
import type { OpenSession } from './open-session.ts'
import type { FoundPlace, Selected, SelectionState } from './selection.ts'
import type { SessionCommands } from './session-commands.ts'
import type { Pace, Speed } from './store/playback-speed.ts'
import type { Playhead, PlayheadState, TimeScale } from './store/playhead.ts'
import type { SessionClock } from './store/session-clock.ts'
import type { SessionStore } from './store/session-store.ts'
import type { SessionView } from './store/session-view.ts'
import { ReachedSessionContext, useReachedSession } from './unloaded-session.tsx'

const SessionContext = createContext<OpenSession | undefined>(undefined)
const MomentContext = createContext<SessionView | undefined>(undefined)
const PlayheadContext = createContext<PlayheadState | undefined>(undefined)

interface OpenedProps {
  readonly session: OpenSession
  /** Drawn until the session's states have come. */
  readonly loading: ReactNode
  /** Drawn where the session cannot be had. */
  readonly failed: (error: unknown) => ReactNode
  readonly children: ReactNode
}

/** A session for what is inside, once it is there. */
export function Opened({ session, loading, failed, children }: OpenedProps) {
  const error = useSyncExternalStore(session.subscribe, session.failure)
  const isOpen = useIsOpen(session)
  // All panels come at once: deferred, they are made in steps, and the window draws in between.
  const isShown = useDeferredValue(isOpen)
  if (error !== undefined) return failed(error)
  if (!isShown) {
    return (
      <>
        {loading}
        <TreeAhead session={session} />
      </>
    )
  }
  return <SessionScope session={session}>{children}</SessionScope>
}

interface AheadProps {
  readonly session: OpenSession
}

/** Of what is seen at once, the files alone are not in the states: they come while the rest is made. */
export function TreeAhead({ session }: AheadProps) {
  return useIsOpen(session) && <Asking session={session} />
}

function Asking({ session }: AheadProps) {
  useTreeAhead(session)
  return null
}

/** Whether the session's states have come. */
function useIsOpen({ store }: OpenSession): boolean {
  return useSyncExternalStore(store.subscribe, () => store.isOpen)
}

interface SessionScopeProps {
  /** It is open; it may become another. */
  readonly session: OpenSession
  readonly children: ReactNode
}

/** What is inside is about this session. View and playhead move at once, and so every panel does in the same frame. */
export function SessionScope({ session, children }: SessionScopeProps) {
  const { playhead, view } = session
  const state = useSyncExternalStore(playhead.subscribe, playhead.state)
  const moment = useSyncExternalStore(view.subscribe, view.moment)
  return (
    <ReachedSessionContext value={session}>
      <SessionContext value={session}>
        <PlayheadContext value={state}>
          <MomentContext value={moment}>{children}</MomentContext>
        </PlayheadContext>
      </SessionContext>
    </ReachedSessionContext>
  )
}

function useSession(): OpenSession {
  const session = useContext(SessionContext)
  assert(session, 'a session is around')
  return session
}

/** The session at the playhead. It moves in place: read it by `useProjection`, or when something happens. */
export function useSessionView(): SessionView {
  return useSession().view
}

/** What moment the playhead is at; draws again with each of its moves. */
export function useMoment(): Pick<SessionView, 'seq' | 'at'> {
  const moment = useContext(MomentContext)
  assert(moment, 'a session is around')
  return moment
}

/** The session as it is now, wherever the playhead is. */
export function useLiveView(): SessionView {
  return useSession().store.live
}

/** Everything this window has of the session: its events, times and density. */
export function useSessionStore(): SessionStore {
  return useSession().store
}

/** Whether all of the session's states have come, and not only what is seen at first. */
export function useIsWhole(): boolean {
  const { store } = useSession()
  return useSyncExternalStore(store.subscribe, () => store.isWhole)
}

/** What time it is in the session, for whatever counts. */
export function useSessionClock(): SessionClock {
  return useSession().clock
}

export function useSessionId(): SessionId {
  return useReachedSession().sessionId
}

/** Absent in the past and out of the host's reach: nothing can be done there. */
export function useCommands(): SessionCommands | undefined {
  const { commands } = useReachedSession()
  const isLive = useIsLive()
  const isReachable = useConnectionState() === 'open'
  return isLive && isReachable ? commands : undefined
}

/** Whether the playhead goes along with the session's end. A session that is only reached has no past. */
export function useIsLive(): boolean {
  const playhead = useContext(SessionContext)?.playhead
  return useSyncExternalStore(
    playhead?.subscribe ?? hearNothing,
    () => playhead === undefined || playhead.state().position === 'live',
  )
}

const hearNothing = () => () => {}

function usePlayheadState(): PlayheadState {
  const state = useContext(PlayheadContext)
  assert(state, 'a session is around')
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

/** Where the playhead is, and what moves it; draws again when it does. */
export function usePlayhead(): PlayheadControls {
  usePlayheadState()
  return usePlayheadControls()
}

/** One thing of where it is and how it moves; draws again only when that becomes another. */
export function usePlayheadValue<Value>(select: (state: PlayheadState) => Value): Value {
  const { playhead } = useSession()
  return useSyncExternalStore(playhead.subscribe, () => select(playhead.state()))
}

/** Calls back when the playhead has moved, the session's view with it, and nothing was drawn by it yet. */
export function usePlayheadMoves(): Playhead['subscribe'] {
  return useSession().playhead.subscribe
}

/** The same for what draws nothing by it: to be read when something happens. */
export function usePlayheadControls(): PlayheadControls {
  const { playhead } = useSession()
  return useMemo(() => controlsOf(playhead), [playhead])
}

function controlsOf(playhead: Playhead): PlayheadControls {
  return {
    get playhead() {
      return playhead.state().position
    },
    get isPlaying() {
      return playhead.state().isPlaying
    },
    get speed() {
      return playhead.state().speed
    },
    get waitsInFull() {
      return playhead.state().waitsInFull
    },
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

interface SelectionControls extends SelectionState {
  /** What is absent from the change stays selected; `undefined` takes it back. */
  select(change: Selected): void
  /** Has every panel show where something is that was looked for, for a moment. */
  point(found: FoundPlace): void
}

/** What is selected in this session, for every panel. */
export function useSelection(): SelectionControls {
  const { selection } = useSession()
  const selected = useSyncExternalStore(selection.subscribe, selection.state)
  return {
    ...selected,
    select: (change) => selection.select(change),
    point: (found) => selection.point(found),
  }
}

/** Saves the drafts of the session's files. */
export function useFileSaver(): FileSaver {
  return useSession().saver
}

/** The unsaved edits of the session's files. */
export function useDrafts(): Drafts {
  return useSession().drafts
}

interface PromptControls {
  readonly text: string
  readonly attachments: readonly Attached[]
  write(text: string): void
  /** Reads images and adds them. */
  attach(images: readonly File[]): Promise<void>
  detach(removed: readonly Attached[]): void
  /** Removes a text that was sent, and leaves text added since. */
  takeSent(sent: string): void
}

/** The session's unsent prompt. */
export function usePromptDraft(): PromptControls {
  const { draft } = useSession()
  const text = useSyncExternalStore(draft.subscribe, draft.text)
  const attachments = useSyncExternalStore(draft.subscribe, draft.attachments)
  return {
    text,
    attachments,
    write: (next) => draft.write(next),
    attach: async (images) => {
      const first = draft.attachments().length + 1
      const added = images.map((image, index) => toAttachment(image, first + index))
      draft.attach(await Promise.all(added))
    },
    detach: (removed) => draft.detach(removed),
    takeSent: (sent) => draft.takeSent(sent),
  }
}
