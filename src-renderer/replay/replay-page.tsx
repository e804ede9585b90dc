import { QueryClientProvider } from '@tanstack/react-query'
import { Contrast, Moon, Sun, SunMoon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReplayFacts } from '#shared/contract/procedures/exchange.ts'
import { tellLeftOut, tellRedacted } from '#shared/format/format-replay.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { Theme } from '#shared/settings/settings.ts'
import { focusWaiting } from '../app/accessibility/focus.ts'
import { changeCommands } from '../app/commands/change-commands.ts'
import { findingCommands } from '../app/commands/finding-commands.ts'
import { playheadCommands, timelineCommands } from '../app/commands/timeline-commands.ts'
import { SessionStatus } from '../app/frame/session-status.tsx'
import { Connection } from '../connection/connection.ts'
import { HostProvider } from '../connection/host-context.tsx'
import { ShortcutContext, ShortcutTable } from '../keyboard/shortcuts.ts'
import { type Navigation, NavigationContext } from '../navigation/navigation.tsx'
import { createQueryClient } from '../queries/query-client.ts'
import { useOpenSessions } from '../session/open-session.ts'
import { Opened, useIsLive } from '../session/session-context.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { OrreryMark } from '../ui/buttons/orrery-mark.tsx'
import { Failure, Loading } from '../ui/loading/notice.tsx'
import { ErrorBoundary } from '../ui/panels/error-boundary.tsx'
import { classNames } from '../ui/styles/class-names.ts'
import { applyTheme } from '../ui/styles/theme.ts'
import { formatBytes, formatNumber } from '../ui/text/format.ts'
import { RecordedChannel, recordedHandlers } from './recorded-channel.ts'
import type { OpenedRecording } from './recording.ts'
import styles from './replay.module.css'
import { ReplayLayout } from './replay-layout.tsx'
import { Landing } from './start-position.tsx'

/** There is nowhere to go: no other session, no settings. */
const nowhere: Navigation = {
  openWelcome: () => {},
  openSession: () => {},
  openWaiting: () => {},
  openBeside: undefined,
  openComparison: () => {},
  openInbox: () => {},
  openSpending: () => {},
  chooseComparison: () => {},
  openSettings: () => {},
  openNextPrompt: () => {},
  openPast: () => {},
  openReview: () => {},
  openFile: () => {},
}

/** As they come: the page has no settings. */
const shortcuts = new ShortcutTable(
  [...playheadCommands, ...changeCommands, ...findingCommands, ...timelineCommands],
  {},
)

/** A session out of a file, in the panels that it has in the window. */
export function ReplayPage({ recording }: { readonly recording: OpenedRecording }) {
  const { facts } = recording
  const [queries] = useState(createQueryClient)
  const [connection] = useState(() => openConnection(recording))
  useTitle(facts)
  return (
    <QueryClientProvider client={queries}>
      <HostProvider connection={connection}>
        <NavigationContext value={nowhere}>
          <ShortcutContext value={shortcuts}>
            <ErrorBoundary what="The replay">
              <Session facts={facts} />
            </ErrorBoundary>
          </ShortcutContext>
        </NavigationContext>
      </HostProvider>
    </QueryClientProvider>
  )
}

function Session({ facts }: { readonly facts: ReplayFacts }) {
  const [session] = useOpenSessions([facts.sessionId])
  if (!session) return null
  return (
    <Opened
      session={session}
      loading={<Loading label="Opening the replay" rows={6} />}
      failed={(error) => (
        <div className={styles.failed}>
          <Failure>{AppError.toWire(error).message}</Failure>
        </div>
      )}
    >
      <Landing />
      <ReplayHead facts={facts} />
      <ReplayLayout />
    </Opened>
  )
}

function openConnection({ recording }: OpenedRecording): Connection {
  return new Connection({
    open: async () => new RecordedChannel(recordedHandlers(recording)),
    isDesktop: false,
    isRecorded: true,
    wait: async () => {},
  })
}

function useTitle({ title, projectName }: ReplayFacts): void {
  useEffect(() => {
    document.title = showInvisible(`${title || projectName} · Orrery replay`)
  }, [title, projectName])
}

/** What is replayed, the moment it is at, and what this file is. */
function ReplayHead({ facts }: { readonly facts: ReplayFacts }) {
  const isPast = !useIsLive()
  const { title, projectName } = facts
  return (
    <header className={styles.head}>
      <div className={classNames(styles.bar, isPast && styles.past)}>
        <OrreryMark />
        <h1 className={styles.title}>
          {projectName}
          <span aria-hidden="true"> / </span>
          <b>{title || 'Session'}</b>
        </h1>
        <div className={styles.status}>
          <SessionStatus onWaiting={focusWaiting} />
          <ThemeSwitch />
        </div>
      </div>
      <p className={styles.facts}>{tell(facts).join(' ')}</p>
    </header>
  )
}

function tell(facts: ReplayFacts): readonly string[] {
  const { exportedAt, run, runs, events, bytes, leftOut, redacted } = facts
  const date = new Date(exportedAt).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })
  const part = run === undefined ? formatNumber(runs, 'run') : `run ${run} of ${runs}`
  return [
    `Exported from Orrery ${facts.version} on ${date}: ${part}, ${formatNumber(events, 'event')}, ${formatBytes(bytes)}.`,
    tellRedacted(redacted),
    ...(leftOut > 0 ? [tellLeftOut(leftOut)] : []),
  ]
}

const themes: readonly {
  readonly theme: Theme
  readonly label: string
  readonly icon: typeof Sun
}[] = [
  { theme: 'system', label: 'Theme: as the system has it', icon: SunMoon },
  { theme: 'dark', label: 'Theme: dark', icon: Moon },
  { theme: 'light', label: 'Theme: light', icon: Sun },
  { theme: 'contrast', label: 'Theme: high contrast', icon: Contrast },
]

/** One button: each press the next theme. */
function ThemeSwitch() {
  const [index, setIndex] = useState(0)
  const { label, icon: Icon } = themes[index] ?? { label: '', icon: SunMoon }
  const next = () => {
    const to = (index + 1) % themes.length
    setIndex(to)
    applyTheme(themes[to]?.theme ?? 'system')
  }
  return (
    <IconButton label={label} onClick={next}>
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
