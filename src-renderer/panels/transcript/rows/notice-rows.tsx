import { GitFork, ScanSearch, Shrink, Undo2, Unplug } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Outcome } from '#shared/events/value.ts'
import { formatMissingServers } from '#shared/format/format-missing-servers.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { LEAD_THREAD, type TranscriptState } from '#shared/projections/transcript.ts'
import type {
  CompactionItem,
  EndItem,
  ForkItem,
  MissingServersItem,
  ReviewItem,
  RewindItem,
} from '#shared/projections/transcript-items.ts'
import { ENDED_BY_EVENTS } from '#shared/settings/settings.ts'
import { tellOutcome } from '../../../cards/code-review/format-finding.ts'
import { ReviewGlance } from '../../../cards/code-review/review-summary.tsx'
import { useIsRecording } from '../../../connection/host-context.tsx'
import { useNavigation } from '../../../navigation/navigation.tsx'
import { useCommand } from '../../../queries/use-command.ts'
import {
  useCodeReview,
  useIsLastReviewOver,
  useReviewEnd,
} from '../../../session/code-review/use-code-reviews.ts'
import { useCommands, useSessionView } from '../../../session/session-context.tsx'
import { useStoredText } from '../../../session/session-queries.ts'
import { sameItems, useProjection } from '../../../session/use-projection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { loadedLater } from '../../../ui/loading/lazy-component.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { formatClock, formatNumber } from '../../../ui/text/format.ts'
import { type Row, toRows } from '../model/transcript-rows.ts'
import { Fold } from './collapsible.tsx'
import { SettingsButton } from './failure-row.tsx'
import styles from './notice-rows.module.css'

const WithheldVariables = loadedLater(
  async () => (await import('./withheld-variables.tsx')).WithheldVariables,
)
const DroppedMessages = loadedLater(
  async () => (await import('./dropped-messages.tsx')).DroppedMessages,
)
const ModelButton = loadedLater(async () => (await import('./model-button.tsx')).ModelButton)

/** Where a fork begins: which session it came from, and what it has of its own. */
export function ForkRow({ item }: { readonly item: ForkItem }) {
  const { openSession } = useNavigation()
  const { from, fromTitle, fromSeq, fromAt } = item
  return (
    <div className={styles.fork} role="note">
      <p className={styles.origin}>
        <GitFork aria-hidden="true" />
        <span>
          Forked from{' '}
          <button type="button" className={styles.link} onClick={() => openSession(from, fromSeq)}>
            {fromTitle || 'another session'} at {formatClock(fromAt)}
          </button>
        </span>
      </p>
      {factsOf(item).map((fact) => (
        <p key={fact} className={styles.fact}>
          {fact}
        </p>
      ))}
      {item.prepared?.withheld && <WithheldVariables names={item.prepared.withheld} />}
    </div>
  )
}

const places: Readonly<Record<ForkItem['place'], string>> = {
  worktree: 'Works in a git worktree of its own',
  copy: 'Works in a copy of its own',
  none: 'Has no files of its own',
}

function factsOf({ place, branch, root, stepsLeftOut, ...item }: ForkItem): readonly string[] {
  const on = branch === undefined ? '' : `, on the branch ${branch}`
  const steps = `${formatNumber(stepsLeftOut, 'step')} had not ended: the conversation goes on before that.`
  return [
    `${places[place]}${on}: ${root}`,
    ...(stepsLeftOut > 0 ? [steps] : []),
    ...(item.notRestored.length > 0 ? [`Not recorded, so not as then: ${shortList(item)}.`] : []),
    ...(item.prepared ? [tellPrepared(item.prepared)] : []),
  ]
}

const NAMED = 5

function shortList({ notRestored }: Pick<ForkItem, 'notRestored'>): string {
  const named = notRestored.slice(0, NAMED).join(', ')
  const more = notRestored.length - NAMED
  return more > 0 ? `${named} and ${more} more` : named
}

function tellPrepared({ command, outcome, exitCode }: NonNullable<ForkItem['prepared']>): string {
  if (outcome === 'ok') return `Its set-up command is done: ${command}`
  if (outcome === 'denied') return `Its set-up command did not run, as nobody trusts it: ${command}`
  const why =
    exitCode === undefined || exitCode === null ? 'was cut off' : `failed with ${exitCode}`
  return `Its set-up command ${why} (see its terminal): ${command}`
}

/** A review of a change, as one row: what it is of and what it came to; opens to its summary. */
export function ReviewRow({ item }: { readonly item: ReviewItem }) {
  const review = useCodeReview(item.reviewId)
  return review ? <ReviewLine review={review} /> : null
}

function ReviewLine({ review }: Parameters<typeof ReviewGlance>[0]) {
  const end = useReviewEnd(review)
  const isOn = !review.submitted && end === undefined
  return (
    <Fold
      icon={<ScanSearch aria-hidden="true" />}
      verb={review.submitted ? 'Reviewed' : isOn ? 'Reviews' : 'Began to review'}
      rest={tellOutcome(review)}
      isOngoing={isOn}
    >
      <ReviewGlance review={review} />
    </Fold>
  )
}

interface RewindRowProps {
  readonly item: RewindItem
  /** Draws a row of what was taken back. */
  readonly draw: (row: Row, before: Row | undefined) => ReactNode
}

/** What was taken back, as one row; opens to what was said and done. */
export function RewindRow({ item, draw }: RewindRowProps) {
  const { to, toAt, taken, restored } = item
  const files = restored > 0 ? `, ${formatNumber(restored, 'file')} restored` : ''
  return (
    <div className={styles.rewind}>
      <Fold
        icon={<Undo2 aria-hidden="true" />}
        verb="Rewound"
        rest={`to ${formatClock(toAt)} (event ${to}): ${formatNumber(taken.length, 'entry', 'entries')} taken back${files}`}
      >
        <Taken item={item} draw={draw} />
      </Fold>
    </div>
  )
}

function Taken({ item, draw }: RewindRowProps) {
  const select = ({ items }: TranscriptState) => item.taken.flatMap((id) => items[id] ?? [])
  const items = useProjection(useSessionView(), 'transcript', select, sameItems)
  const rows = useMemo(() => toRows({ items, approvals: [], isWorking: false }), [items])
  return rows.map((row, index) => draw(row, rows[index - 1]))
}

/** Where a thread became too long for its model; opens to the summary it goes on with, and to what that stands for. */
export function CompactionRow({ item }: { readonly item: CompactionItem }) {
  const { droppedMessages, keptMessages } = item
  const isRecording = useIsRecording()
  return (
    <Fold
      icon={<Shrink aria-hidden="true" />}
      verb="Summed up"
      rest={`the model sees a summary of ${formatNumber(droppedMessages, 'message')}, and the last ${keptMessages} as they are`}
    >
      <Summary item={item} />
      {!isRecording && <DroppedMessages item={item} />}
    </Fold>
  )
}

function Summary({ item }: { readonly item: CompactionItem }) {
  const { text } = useStoredText(item.summary)
  return <Markdown text={text} />
}

/** The MCP servers that a run goes without, in one line. */
export function MissingServersRow({ item }: { readonly item: MissingServersItem }) {
  const { openSettings } = useNavigation()
  const isRecording = useIsRecording()
  const isAboutTrust = item.servers.every(({ why }) => why === 'untrusted')
  return (
    <div className={styles.missing}>
      <Unplug aria-hidden="true" />
      <span>Runs {showInvisible(formatMissingServers(item.servers), 'name')}</span>
      {!isRecording && (
        <Button
          isSmall
          variant="quiet"
          onClick={() => openSettings(isAboutTrust ? 'trust' : 'mcp')}
        >
          Open settings
        </Button>
      )}
    </div>
  )
}

const outcomes: Readonly<Record<Outcome, string>> = {
  ok: 'The run is complete.',
  error: 'The run failed.',
  denied: 'The run was refused.',
  cancelled: 'The run was cut off by you.',
  stopped: 'The run was stopped.',
  interrupted: 'Orrery ended in the middle of this run. Go on from its last checkpoint.',
}

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
      <div className={styles.buttons}>
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
  return isOwn ? outcomes[outcome] : reason
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
