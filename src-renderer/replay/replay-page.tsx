import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReplayFacts } from '#shared/contract/exchange.ts'
import { AppError } from '#shared/error.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { findingCommands } from '../app/commands/finding-commands.ts'
import { playheadCommands } from '../app/commands/playhead-commands.ts'
import { reviewCommands } from '../app/commands/review-commands.ts'
import { timelineCommands } from '../app/commands/timeline-commands.ts'
import { Connection } from '../client/connection.ts'
import { HostProvider } from '../client/host-context.tsx'
import { type Navigation, NavigationContext } from '../client/navigation.tsx'
import { useOpenSessions } from '../client/open-sessions.ts'
import { createQueryClient } from '../client/query-client.ts'
import { Opened } from '../client/session-context.tsx'
import { ShortcutContext, ShortcutTable } from '../client/shortcuts.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import { Landing } from './landing.tsx'
import { RecordedChannel } from './recorded-channel.ts'
import { recordedHandlers } from './recorded-host.ts'
import type { OpenedRecording } from './recording.ts'
import styles from './replay.module.css'
import { ReplayHead } from './replay-head.tsx'
import { ReplayLayout } from './replay-layout.tsx'

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
  [...playheadCommands, ...reviewCommands, ...findingCommands, ...timelineCommands],
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
