import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SessionId } from '#shared/lib/ids.ts'
import type { Connection } from '../connection/connection.ts'
import {
  HostProvider,
  useConnection,
  useConnectionState,
  useNative,
} from '../connection/host-context.tsx'
import {
  type Moment,
  type Navigation,
  NavigationContext,
  type PastDoing,
  type ReviewAbout,
  type SettingsSection,
  useNavigation,
} from '../navigation/navigation.tsx'
import { goBack, navigate, type Route, type RunPlace, useRoute } from '../navigation/route.ts'
import { useHostQuery } from '../queries/host-query.ts'
import { createQueryClient } from '../queries/query-client.ts'
import { followChanges } from '../queries/query-invalidation.ts'
import { untilIdle } from '../ui/browser/idle-callback.ts'
import { loadedLater } from '../ui/loading/lazy-component.tsx'
import { Asking } from '../ui/overlays/confirmation.tsx'
import { Overlays, OverlaysContext } from '../ui/overlays/overlays.ts'
import { ToastScope } from '../ui/overlays/toasts.tsx'
import { ErrorBoundary } from '../ui/panels/error-boundary.tsx'
import { applyTheme } from '../ui/styles/theme.ts'
import { focusPromptSoon } from './accessibility/focus.ts'
import { useKeptZoom } from './accessibility/zoom.ts'
import type { Place } from './dock/dock-panels.ts'
import { preventDropNavigation } from './drop/dropped-items.ts'
import { WaitingPage } from './frame/frame.tsx'
import { useSessionLeft } from './last-session.ts'
import { SessionNews } from './notifications/session-notifications.tsx'
import {
  ComparePage,
  InboxPage,
  SpendingPage,
  WelcomePage,
  type WholePageProps,
} from './pages/pages.tsx'
import type { Wish } from './pages/session-page.tsx'
import { Shortcuts } from './palette/shortcuts.tsx'
import { Gate } from './sign-in/connection-gate.tsx'

/** What a session is drawn with is much more than what it takes to come to one. */
const SessionPage = loadedLater(
  async () => (await import('./pages/session-page.tsx')).SessionPage,
  () => <WaitingPage />,
)

const PasswordGate = loadedLater(
  async () => (await import('./sign-in/password-gate.tsx')).PasswordGate,
)

const SettingsDialog = loadedLater(
  async () => (await import('../panels/settings/settings-dialog.tsx')).SettingsDialog,
)
const CompareChooser = loadedLater(
  async () => (await import('../panels/compare/compare-chooser.tsx')).CompareChooser,
)
const ContextDialog = loadedLater(
  async () => (await import('../panels/context/context-dialog.tsx')).ContextDialog,
)

const ForkDialog = loadedLater(
  async () => (await import('../panels/fork/fork-dialog.tsx')).ForkDialog,
)
const RewindDialog = loadedLater(
  async () => (await import('../panels/fork/rewind-dialog.tsx')).RewindDialog,
)

const ReviewDialog = loadedLater(
  async () => (await import('../panels/code-review/review-dialog.tsx')).ReviewDialog,
)

export function App({ connection }: { readonly connection: Connection }) {
  const [queries] = useState(createQueryClient)
  useEffect(() => {
    const ended = new AbortController()
    void followChanges(connection, queries, ended.signal)
    return () => ended.abort()
  }, [connection, queries])
  const [overlays] = useState(() => new Overlays())
  useEffect(preventDropNavigation, [])
  return (
    <QueryClientProvider client={queries}>
      <HostProvider connection={connection}>
        <ErrorBoundary what="The window">
          <OverlaysContext value={overlays}>
            <Opened />
          </OverlaysContext>
        </ErrorBoundary>
      </HostProvider>
    </QueryClientProvider>
  )
}

function Opened() {
  const state = useConnectionState()
  const { reason } = useConnection()
  if (state === 'connecting') return <Gate />
  if (state === 'refused') return <Gate reason={reason()} />
  if (state === 'locked') return <PasswordGate />
  return (
    <Shortcuts>
      <ToastScope>
        <Asking>
          <Page />
        </Asking>
      </ToastScope>
    </Shortcuts>
  )
}

/** What is over the page: the settings, the next prompt, a choice of runs, what is to be reviewed, or what can be made of a past. */
type Over =
  | { readonly section: SettingsSection }
  | { readonly compared: RunPlace }
  | { readonly about: ReviewAbout }
  | { readonly doing: PastDoing; readonly moment: Moment; readonly afterwards: () => void }
  | 'next-prompt'

function Page() {
  const [over, setOver] = useState<Over>()
  const [wish, setWish] = useState<Wish>()
  const route = useRoute()
  const left = useSessionLeft(route)
  useChosenTheme()
  useKeptZoom()
  useSessionPageAhead()
  const navigation: Navigation = {
    openWelcome: () => navigate({ page: 'welcome' }),
    openSession: (sessionId, landing = 'live') => {
      setOver(undefined)
      setWish(undefined)
      navigate({ page: 'session', sessionId, beside: [], landing })
    },
    openWaiting: (sessionId, card) => {
      setOver(undefined)
      setWish({ waitingIn: sessionId, card })
      if (shownBy(route).includes(sessionId)) return
      navigate({ page: 'session', sessionId, beside: [], landing: 'live' })
    },
    openBeside: undefined,
    // The keys that lead there lead back.
    openInbox: () => (route.page === 'inbox' ? goBack() : navigate({ page: 'inbox' })),
    openSpending: () => (route.page === 'spending' ? goBack() : navigate({ page: 'spending' })),
    openComparison: (left, right) => navigate({ page: 'compare', left, right }),
    chooseComparison: (compared) => setOver({ compared }),
    openSettings: (section = 'models') => setOver({ section }),
    openNextPrompt: () => setOver('next-prompt'),
    openPast: (doing, moment, afterwards) => setOver({ doing, moment, afterwards }),
    openReview: (about) => setOver({ about }),
    openFile: (path) => {
      setOver(undefined)
      if (!left) return
      setWish({ path })
      // The page it was asked for on may be one about all sessions.
      navigate(left)
    },
  }
  const goBackTo =
    left &&
    ((place: Place) => {
      setWish({ place })
      navigate(left)
    })
  return (
    <NavigationContext value={navigation}>
      <Shown route={route} wish={wish} onGrant={() => setWish(undefined)} onGoBackTo={goBackTo} />
      <SessionNews shown={shownBy(route)} isInbox={route.page === 'inbox'} />
      {over && (
        <OverPage
          over={over}
          sessionId={left?.sessionId}
          onReviewed={() => setWish({ place: 'code-review' })}
          onClose={() => setOver(undefined)}
        />
      )}
    </NavigationContext>
  )
}

function shownBy(route: Route): readonly SessionId[] {
  return route.page === 'session' ? [route.sessionId, ...route.beside] : []
}

interface OverPageProps {
  readonly over: Over
  /** The session that is behind it, or behind the page it is over. */
  readonly sessionId: SessionId | undefined
  /** A review began in the session that is come to. */
  readonly onReviewed: () => void
  readonly onClose: () => void
}

function OverPage({ over, sessionId, onReviewed, onClose }: OverPageProps) {
  const { openSettings, openSession } = useNavigation()
  if (over === 'next-prompt') {
    return sessionId && <ContextDialog sessionId={sessionId} onClose={onClose} />
  }
  if ('compared' in over) return <CompareChooser place={over.compared} onClose={onClose} />
  if ('about' in over) {
    const come = (reviewed: SessionId) => {
      if (reviewed === sessionId) onClose()
      else openSession(reviewed)
      onReviewed()
    }
    return (
      <ReviewDialog
        about={over.about}
        onStarted={(started) => come(started.sessionId)}
        onClose={onClose}
      />
    )
  }
  if ('doing' in over) return <PastDialog {...over} onClose={onClose} />
  return (
    <SettingsDialog
      section={over.section}
      sessionId={sessionId}
      onChoose={openSettings}
      onClose={onClose}
    />
  )
}

interface PastDialogProps {
  readonly doing: PastDoing
  readonly moment: Moment
  readonly afterwards: () => void
  readonly onClose: () => void
}

function PastDialog({ doing, moment, afterwards, onClose }: PastDialogProps) {
  const { openSession } = useNavigation()
  const end = (act: () => void) => {
    onClose()
    act()
    focusPromptSoon()
  }
  return doing === 'fork' ? (
    <ForkDialog moment={moment} onForked={(id) => end(() => openSession(id))} onClose={onClose} />
  ) : (
    <RewindDialog moment={moment} onRewound={() => end(afterwards)} onClose={onClose} />
  )
}

interface ShownProps extends Pick<WholePageProps, 'onGoBackTo'> {
  readonly route: Route
  readonly wish: Wish | undefined
  readonly onGrant: () => void
}

function Shown({ route, wish, onGrant, onGoBackTo }: ShownProps) {
  if (route.page === 'welcome') return <WelcomePage />
  if (route.page === 'compare')
    return <ComparePage left={route.left} right={route.right} onGoBackTo={onGoBackTo} />
  if (route.page === 'spending') return <SpendingPage onGoBackTo={onGoBackTo} />
  if (route.page === 'inbox') return <InboxPage onGoBackTo={onGoBackTo} />
  return <SessionPage route={route} wish={wish} onGrant={onGrant} />
}

/** What code and commands are written in. Where it comes behind them, all of the page is laid out again. */
const MONO = '1em "JetBrains Mono Variable"'

/** While one reads the welcome screen, what a session is drawn with is loaded. */
function useSessionPageAhead(): void {
  useEffect(() => {
    const left = new AbortController()
    // What can't be had is asked for again by whoever shows it, and told of there.
    untilIdle(left.signal)
      .then(SessionPage.loadAhead)
      .then(() => document.fonts.load(MONO))
      .catch(() => undefined)
    return () => left.abort()
  }, [])
}

/** The theme is a setting of the host; its window keeps a copy for its first frame. */
function useChosenTheme(): void {
  const theme = useHostQuery('settings.read', {}).data?.theme
  const native = useNative()
  useEffect(() => {
    if (!theme) return
    applyTheme(theme)
    void native?.['native.setTheme']({ theme }).catch(() => undefined)
  }, [theme, native])
}
