import { Brain } from 'lucide-react'
import type { SpeechItem } from '#shared/projections/transcript-items.ts'
import { OngoingDot } from '../../cards/ongoing-dot.tsx'
import { useSessions } from '../../client/documents.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useSessionId } from '../../client/session-context.tsx'
import { useViewClock } from '../../client/use-view-clock.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration, formatSoFar } from '../../ui/format.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Fold } from './fold.tsx'
import { tellQueue } from './queue-words.ts'
import type { WaitsFor } from './rows.ts'
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
  const { data: sessions = [] } = useSessions()
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
