import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { SessionId } from '#shared/lib/ids.ts'
import { type Landing, type Navigation, useNavigation } from '../../navigation/navigation.tsx'
import { MOST_SESSIONS, navigate, type Route } from '../../navigation/route.ts'
import { type OpenSession, useOpenSessions } from '../../session/open-session.ts'
import { focusColumn } from '../accessibility/focus.ts'
import { Dock } from '../dock/dock.ts'
import { panelTitles } from '../dock/known-panels.ts'
import type { ColumnProps } from './columns.tsx'

export type SessionRoute = Extract<Route, { page: 'session' }>

interface SessionColumns {
  readonly columns: readonly ColumnProps[]
  /** What the frame is about: the focused one, or another while that is not open; absent while none is. */
  readonly framed: ColumnProps | undefined
  /** Nothing of them is to be shown yet. */
  readonly isWaiting: boolean
  /** Absent while there is one only. */
  readonly focusNext: (() => void) | undefined
}

/** The sessions of an address, side by side. `turnedTo` is one that was asked for from outside them. */
export function useColumns(route: SessionRoute, turnedTo: SessionId | undefined): SessionColumns {
  const { sessionId, beside } = route
  const ids = [sessionId, ...beside]
  const sessions = useOpenSessions(ids)
  const dockOf = useDocks(ids)
  const [wanted, focus] = useState(sessionId)
  useEffect(() => {
    if (turnedTo) focus(turnedTo)
  }, [turnedTo])
  const focused = ids.includes(wanted) ? wanted : sessionId
  const landings = useLandings(route)
  const places = usePlaces({ ids, focus, land: landings.land })
  const columns = sessions.map(
    (session, index): ColumnProps => ({
      session,
      dock: dockOf(session.sessionId),
      place: {
        ordinal: index + 1,
        isOnly: sessions.length === 1,
        isFocused: session.sessionId === focused,
      },
      ...places.of(session.sessionId),
      ...landings.of(session.sessionId),
      onFocus: () => focus(session.sessionId),
    }),
  )
  const framed = useFramed(columns)
  const hasFailed = useOnes(sessions, isFailed) !== ''
  return {
    columns,
    framed,
    isWaiting: !framed && !hasFailed,
    focusNext: ids.length > 1 ? () => focusNext(ids, focused, focus) : undefined,
  }
}

/** One dock a session, for as long as that is open. */
function useDocks(ids: readonly SessionId[]): (sessionId: SessionId) => Dock {
  const [docks] = useState(() => new Map<SessionId, Dock>())
  useEffect(() => {
    for (const id of docks.keys()) if (!ids.includes(id)) docks.delete(id)
  })
  return (sessionId) => {
    const dock = docks.get(sessionId) ?? new Dock(panelTitles)
    docks.set(sessionId, dock)
    return dock
  }
}

interface Places {
  readonly ids: readonly SessionId[]
  readonly focus: (sessionId: SessionId) => void
  readonly land: (sessionId: SessionId, landing: Landing) => void
}

/** Where one comes to from each column: what is opened there takes its place. */
function usePlaces({ ids, focus, land }: Places) {
  const outer = useNavigation()
  const openSession = (from: SessionId): Navigation['openSession'] => {
    return (sessionId, landing = 'live') => {
      focus(sessionId)
      land(sessionId, landing)
      if (!ids.includes(sessionId)) show(ids.map((id) => (id === from ? sessionId : id)))
    }
  }
  const openBeside = (sessionId: SessionId) => {
    focus(sessionId)
    if (!ids.includes(sessionId)) show([...ids, sessionId])
  }
  const hasRoom = ids.length < MOST_SESSIONS
  return {
    of: (sessionId: SessionId) => ({
      navigation: {
        ...outer,
        openSession: openSession(sessionId),
        openBeside: hasRoom ? openBeside : undefined,
      },
      onClose: () => show(ids.filter((id) => id !== sessionId)),
    }),
  }
}

function show([sessionId, ...beside]: readonly SessionId[]): void {
  if (sessionId) navigate({ page: 'session', sessionId, beside, landing: 'live' })
  else navigate({ page: 'welcome' })
}

/** Where the playhead of each is to go: that of the first may be in the address. */
function useLandings({ sessionId: first, beside, landing }: SessionRoute) {
  const [wishes, setWishes] = useState<ReadonlyMap<SessionId, Landing>>(new Map())
  const land = (sessionId: SessionId, wish: Landing) =>
    setWishes((before) => {
      const wanted = new Map(before)
      wanted.delete(sessionId)
      return wish === 'live' ? wanted : wanted.set(sessionId, wish)
    })
  const ofAddress = (sessionId: SessionId) => (sessionId === first ? landing : 'live')
  return {
    land,
    of: (sessionId: SessionId) => ({
      landing: wishes.get(sessionId) ?? ofAddress(sessionId),
      onLanded: () => {
        land(sessionId, 'live')
        if (ofAddress(sessionId) !== 'live') show([first, ...beside])
      },
    }),
  }
}

function useFramed(columns: readonly ColumnProps[]): ColumnProps | undefined {
  const sessions = columns.map(({ session }) => session)
  // The frame comes with the panels, which are made in steps: deferred here, where it takes them over.
  const open = useDeferredValue(useOnes(sessions, isOpen))
  const there = columns.filter(({ session }) => open.includes(session.sessionId))
  return there.find(({ place }) => place.isFocused) ?? there[0]
}

const isOpen = ({ store }: OpenSession) => store.isOpen
const isFailed = ({ failure }: OpenSession) => failure() !== undefined

/** The ids of some of them in a text, which is the same for as long as they are. */
function useOnes(
  sessions: readonly OpenSession[],
  isOne: (session: OpenSession) => boolean,
): string {
  return useSyncExternalStore(
    (onChange) => {
      const stops = sessions.flatMap(({ store, subscribe }) => [
        store.subscribe(onChange),
        subscribe(onChange),
      ])
      return () => {
        for (const stop of stops) stop()
      }
    },
    () =>
      sessions
        .filter(isOne)
        .map(({ sessionId }) => sessionId)
        .join(),
  )
}

function focusNext(
  ids: readonly SessionId[],
  focused: SessionId,
  focus: (sessionId: SessionId) => void,
): void {
  const next = ids[(ids.indexOf(focused) + 1) % ids.length]
  if (!next) return
  flushSync(() => focus(next))
  focusColumn()
}
