import { Brain } from 'lucide-react'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { SpeechItem } from '#shared/projections/transcript-items.ts'
import { OngoingDot } from '../../../cards/ongoing-dot.tsx'
import { useIsRecording } from '../../../connection/host-context.tsx'
import { useNavigation } from '../../../navigation/navigation.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useSessionId } from '../../../session/session-context.tsx'
import { useViewClock } from '../../../session/use-view-clock.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { formatDuration, formatNumber, formatSoFar } from '../../../ui/text/format.ts'
import type { WaitsFor } from '../model/transcript-rows.ts'
import { Fold } from './collapsible.tsx'
import styles from './transcript.module.css'

/** What an agent said. */
export function TextRow({ item }: { readonly item: SpeechItem }) {
  return (
    <>
      <Markdown text={item.text} isStreaming={item.endedAt === undefined} />
      {item.ending && <p className={styles.ending}>{item.ending}</p>}
    </>
  )
}

/** What an agent thought, in one row. */
export function ReasoningRow({ item }: { readonly item: SpeechItem }) {
  const isThinking = item.endedAt === undefined
  const now = useViewClock(isThinking)
  const duration = isThinking ? formatSoFar(now - item.at) : formatDuration(item.endedAt - item.at)
  return (
    <Fold
      icon={<Brain aria-hidden="true" />}
      verb={isThinking ? `Thinking ${duration}` : `Thought for ${duration}`}
      isOngoing={isThinking}
    >
      <div className={styles.reasoning}>
        <Markdown text={item.text} isStreaming={isThinking} />
      </div>
    </Fold>
  )
}

const awaited: Readonly<Record<WaitsFor, string>> = {
  model: 'Waiting for the model',
  agents: 'Waiting for other agents',
  place: 'Waiting until fewer sessions run',
}

/** A run is on, and nothing has come of this step yet. */
export function WorkingRow({ waitsFor }: { readonly waitsFor: WaitsFor }) {
  return (
    <div className={styles.working}>
      <OngoingDot color="var(--text-3)" />
      {waitsFor === 'place' ? <Queue /> : <p>{awaited[waitsFor]}</p>}
    </div>
  )
}

/** Its place in the line, and where the length of that is set. */
function Queue() {
  const sessionId = useSessionId()
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
  const { openSettings } = useNavigation()
  const isRecording = useIsRecording()
  return (
    <>
      <p>{tellQueue(sessions, sessionId) ?? awaited.place}</p>
      {!isRecording && (
        <Button isSmall variant="quiet" onClick={() => openSettings('general')}>
          Settings › General
        </Button>
      )}
    </>
  )
}

type Queued = Pick<SessionSummary, 'id' | 'isQueued' | 'isRunning' | 'changedAt'>

/** Which of all sessions has to wait how long; nothing where it is not known to wait. */
export function tellQueue(sessions: readonly Queued[], id: SessionId): string | undefined {
  const own = sessions.find((session) => session.id === id && session.isQueued)
  if (!own) return undefined
  // Nothing happens in a session that waits: it has changed when it came.
  const ahead = sessions.filter((one) => one.isQueued && one.changedAt < own.changedAt).length
  const running = sessions.filter((one) => one.isRunning && !one.isQueued).length
  const run = running === 1 ? 'runs' : 'run'
  return `${ordinal(ahead + 1)} in line: ${formatNumber(running, 'session')} ${run}`
}

function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1
  const ending = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]
  return `${place}${ending ?? 'th'}`
}
