import {
  BookmarkPlus,
  ChevronFirst,
  ChevronLast,
  ChevronsLeft,
  ChevronsRight,
  Ellipsis,
  Pause,
  Play,
} from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useConnectionState, useIsRecording } from '../../../connection/host-context.tsx'
import { useWrittenKeys } from '../../../keyboard/shortcuts.ts'
import {
  useIsLive,
  useLiveView,
  usePlayheadControls,
  usePlayheadValue,
} from '../../../session/session-context.tsx'
import { useIsRunning } from '../../../session/use-projection.ts'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { classNames } from '../../../ui/styles/class-names.ts'
import { formatCount, formatDuration, formatElapsed } from '../../../ui/text/format.ts'
import { usePlace } from '../model/playhead-position.ts'
import type { Step } from '../model/playhead-steps.ts'
import type { Stage } from '../model/timeline-stage.ts'
import { BookmarkList, type Marking } from './bookmark-list.tsx'
import { SpeedItems, SpeedMenu, StepItems, StepMenu } from './playback-menus.tsx'
import styles from './transport.module.css'
import { icon, TransportButton } from './transport-button.tsx'

interface TransportProps {
  readonly stage: Stage
  readonly marking: Marking
  readonly onStep: (step: Step) => void
  /** Takes the focus of what goes when it is used. */
  readonly findPlayhead: () => HTMLElement | null
  /** How the timeline is looked at. */
  readonly tools: ReactNode
}

/** Moves the playhead, and says where it is. */
export function Transport({ stage, marking, onStep, findPlayhead, tools }: TransportProps) {
  return (
    <div className={styles.bar}>
      <Buttons onStep={onStep} />
      <span className={styles.folding}>
        <StepMenu onStep={onStep} />
        <SpeedMenu />
      </span>
      <span className={styles.folded}>
        <FoldedMenu marking={marking} onStep={onStep} />
      </span>
      <BookmarkButtons marking={marking} findPlayhead={findPlayhead} />
      <PlaceInWords />
      <span className={styles.space} />
      <Durations stage={stage} />
      {tools}
      <LivePill findPlayhead={findPlayhead} />
    </div>
  )
}

function Buttons({ onStep }: Pick<TransportProps, 'onStep'>) {
  const { seek } = usePlayheadControls()
  const isLive = useIsLive()
  return (
    <fieldset aria-label="Transport" className={styles.buttons}>
      <span className={styles.folding}>
        <TransportButton label="To the start" command="to-start" onClick={() => seek(1)}>
          <ChevronsLeft {...icon} />
        </TransportButton>
      </span>
      <span className={styles.steps}>
        <TransportButton
          label="Previous event"
          command="step-previous-event"
          onClick={() => onStep({ stride: 'event', direction: 'previous' })}
        >
          <ChevronFirst {...icon} />
        </TransportButton>
      </span>
      <PlayButton />
      <span className={styles.steps}>
        <TransportButton
          label="Next event"
          command="step-next-event"
          // It keeps the focus of whoever comes to the end by it.
          aria-disabled={isLive}
          onClick={() => onStep({ stride: 'event', direction: 'next' })}
        >
          <ChevronLast {...icon} />
        </TransportButton>
      </span>
    </fieldset>
  )
}

/** A session that is on moves by itself: there the button holds it at this moment. */
function PlayButton() {
  const { seek, play, pause } = usePlayheadControls()
  const isPlaying = usePlayheadValue((state) => state.isPlaying)
  const isLive = useIsLive()
  const live = useLiveView()
  const isOn = useIsRunning(live)
  const isMoving = isPlaying || (isLive && isOn)
  const stop = () => (isPlaying ? pause() : seek(live.seq))
  return (
    <TransportButton
      label={isMoving ? 'Pause' : 'Play'}
      command="play"
      isMain
      onClick={() => (isMoving ? stop() : play())}
    >
      {isMoving ? <Pause {...icon} /> : <Play {...icon} />}
    </TransportButton>
  )
}

function BookmarkButtons(props: Pick<TransportProps, 'marking' | 'findPlayhead'>) {
  const { marking } = props
  const isRecording = useIsRecording()
  return (
    <fieldset aria-label="Bookmarks" className={styles.buttons}>
      {!isRecording && (
        <span className={styles.folding}>
          <TransportButton
            label="Bookmark this moment"
            command="bookmark"
            data-command="bookmark"
            disabled={!marking.give}
            onClick={marking.mark}
          >
            <BookmarkPlus {...icon} />
          </TransportButton>
        </span>
      )}
      <BookmarkList {...props} />
    </fieldset>
  )
}

function PlaceInWords() {
  const { elapsedMs, lengthMs, seq, lastSeq, isLive } = usePlace()
  const of = isLive ? '' : ` / ${formatElapsed(lengthMs)}`
  const event = isLive ? formatCount(lastSeq) : `${formatCount(seq)} of ${formatCount(lastSeq)}`
  return (
    <span className={styles.place} title="Since the first run began, waiting included">
      <b>{formatElapsed(elapsedMs)}</b>
      <span className={styles.faint}>{of}</span>
      <span className={classNames(styles.faint, styles.elapsed)}> elapsed</span>
      <span className={classNames(styles.faint, styles.event)}> · event {event}</span>
    </span>
  )
}

function Durations({ stage }: Pick<TransportProps, 'stage'>) {
  const { criticalMs, waitedMs } = useSyncExternalStore(stage.subscribe, stage.readout)
  return (
    <span className={styles.durations}>
      {criticalMs > 0 && (
        <span title="The work that decided how long this took: less of it would have ended sooner.">
          Critical path <b>{formatDuration(criticalMs)}</b>
        </span>
      )}
      {waitedMs >= 1000 && (
        <span title="Time in which a call waited for your answer.">
          {criticalMs > 0 ? ' · waited for you ' : 'Waited for you '}
          <b>{formatDuration(waitedMs)}</b>
        </span>
      )}
    </span>
  )
}

function LivePill({ findPlayhead }: Pick<TransportProps, 'findPlayhead'>) {
  const { goLive } = usePlayheadControls()
  const isLive = useIsLive()
  const keys = useWrittenKeys('back-to-live')
  const isOn = useIsRunning(useLiveView())
  const isLost = useConnectionState() === 'lost'
  const isRecording = useIsRecording()
  const title = isRecording ? 'To the end' : 'Back to live'
  if (!isLive) {
    return (
      <button
        type="button"
        className={styles.back}
        title={keys ? `${title} (${keys})` : title}
        onClick={() => {
          findPlayhead()?.focus()
          goLive()
        }}
      >
        <ChevronsRight {...icon} className={styles.sign} />
        <span className={styles.words}>{title}</span>
      </button>
    )
  }
  if (isLost) return <span className={styles.atEnd}>No connection</span>
  const isMoving = isOn && !isRecording
  return (
    <span className={isMoving ? styles.live : styles.atEnd}>
      <span className={styles.dot} />
      <span className={styles.words}>{isMoving ? 'LIVE' : 'At the end'}</span>
    </span>
  )
}

/** What the bar has no room for where it is narrow; its styles say when that is. */
function FoldedMenu({
  marking,
  onStep,
}: {
  readonly marking: Marking
  readonly onStep: (step: Step) => void
}) {
  const { seek } = usePlayheadControls()
  const isRecording = useIsRecording()
  const toStart = useWrittenKeys('to-start')
  const bookmark = useWrittenKeys('bookmark')
  const trigger = (
    <TransportButton label="More of the transport">
      <Ellipsis {...icon} />
    </TransportButton>
  )
  return (
    <Menu trigger={trigger} side="top">
      <MenuItem fact={toStart} onSelect={() => seek(1)}>
        To the start
      </MenuItem>
      <StepItems onStep={onStep} />
      <SpeedItems />
      {!isRecording && (
        <MenuItem fact={bookmark} isDisabled={!marking.give} onSelect={marking.mark}>
          Bookmark this moment
        </MenuItem>
      )}
    </Menu>
  )
}
