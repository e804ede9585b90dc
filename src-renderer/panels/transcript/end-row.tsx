import { ENDED_BY_EVENTS } from '#shared/event-limit.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import { LEAD_THREAD } from '#shared/projections/transcript.ts'
import type { EndItem } from '#shared/projections/transcript-items.ts'
import { useIsLastReviewOver } from '../../client/code-reviews.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useCommands, useSessionView } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { loadedLater } from '../../ui/loaded-later.tsx'
import styles from './end-row.module.css'
import { SettingsButton } from './settings-button.tsx'

const words: Readonly<Record<Outcome, string>> = {
  ok: 'The run is complete.',
  error: 'The run failed.',
  denied: 'The run was refused.',
  cancelled: 'The run was cut off by you.',
  stopped: 'The run was stopped.',
  interrupted: 'Orrery ended in the middle of this run. Go on from its last checkpoint.',
}

const ModelButton = loadedLater(async () => (await import('./model-button.tsx')).ModelButton)

const OTHER_MODEL = /\bchoose another\b|\bchoose a model\b/i
const PAUSED = 'Paused. Every agent goes on from where it is.'
/** What people can raise. */
const LIMIT = /\blimit\b|\bbudget\b/

/** How a run ended that did not simply complete, and the button that goes on. */
export function EndRow({ item }: { readonly item: EndItem }) {
  const isLast = useIsLast(item)
  const resume = useCommand(useCommands()?.resume)
  const { openSettings } = useNavigation()
  const isRecording = useIsRecording()
  const { outcome, reason, isPaused } = item
  const isLimit = outcome === 'stopped' && LIMIT.test(reason ?? '')
  const isChangeable = isLimit && !ENDED_BY_EVENTS.test(reason ?? '')
  return (
    <div className={styles.end} data-outcome={outcome}>
      <p>
        {tellEnd(item)}
        {resume.error && <span className={styles.error}> {resume.error}</span>}
      </p>
      <div className={styles.keys}>
        {isLast && isChangeable && !isRecording && (
          <Button isSmall variant="quiet" onClick={() => openSettings('limits')}>
            Change limit
          </Button>
        )}
        {isLast && outcome !== 'stopped' && reason && <SettingsButton about={reason} />}
        {isLast && resume.run && OTHER_MODEL.test(reason ?? '') && <ModelButton />}
        {isLast && (
          // In the past it cannot be done, and its place is kept: the row is as it is live.
          <Button
            isSmall
            variant={isPaused ? 'primary' : 'plain'}
            className={resume.run ? undefined : styles.absent}
            disabled={!resume.run || resume.isRunning}
            onClick={() => void resume.run?.()}
          >
            {resumeLabel(outcome, isLimit)}
          </Button>
        )}
      </div>
    </div>
  )
}

function resumeLabel(outcome: Outcome, isLimit: boolean): string {
  if (isLimit) return 'Resume'
  return outcome === 'error' ? 'Try again' : 'Go on'
}

function tellEnd({ isPaused, outcome, reason }: EndItem): string {
  if (isPaused) return PAUSED
  const isOwn = outcome === 'cancelled' || outcome === 'interrupted' || !reason
  return isOwn ? words[outcome] : reason
}

function useIsLast({ id }: EndItem): boolean {
  const view = useSessionView()
  const isIdle = useProjection(view, 'status', selectIdle)
  const isLast = useProjection(
    view,
    'transcript',
    (state: TranscriptState) => state.threads[LEAD_THREAD]?.at(-1) === id,
  )
  const isOver = useIsLastReviewOver(view)
  return isIdle && isLast && !isOver
}

const selectIdle = (state: StatusState) => state.runId === undefined
