import { ChevronFirst, ChevronLast, ChevronsLeft, Pause, Play } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { StatusState } from '#shared/projections/status.ts'
import { useConnectionState } from '../../client/host-context.tsx'
import { SPEEDS, type Speed } from '../../client/playhead.ts'
import { useLiveView, usePlayhead } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { formatCount } from '../../ui/format.ts'
import type { Readout, Stage } from './stage.ts'
import type { Step } from './steps.ts'
import { formatAxisTime } from './time-window.ts'
import styles from './transport.module.css'
import { usePlace } from './use-place.ts'

export interface TransportProps {
  readonly stage: Stage
  readonly onStep: (step: Step) => void
}

/** Moves the playhead, and says where it is. */
export function Transport({ stage, onStep }: TransportProps) {
  const readout = useSyncExternalStore(stage.subscribe, stage.readout)
  return (
    <div className={styles.bar}>
      <Buttons onStep={onStep} />
      <Speeds />
      <PlaceInWords />
      <span className={styles.space} />
      <Durations readout={readout} />
      <LivePill />
    </div>
  )
}

const isRunning = (state: StatusState) => state.runId !== undefined
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

function Buttons({ onStep }: Pick<TransportProps, 'onStep'>) {
  const { seek, playhead } = usePlayhead()
  const isLive = playhead === 'live'
  return (
    <fieldset aria-label="Transport" className={styles.buttons}>
      <IconButton label="To the start" keys="Home" onClick={() => seek(1)}>
        <ChevronsLeft {...icon} />
      </IconButton>
      <IconButton
        label="Previous event"
        keys="←"
        onClick={() => onStep({ stride: 'event', direction: 'previous' })}
      >
        <ChevronFirst {...icon} />
      </IconButton>
      <PlayButton />
      <IconButton
        label="Next event"
        keys="→"
        isDisabled={isLive}
        onClick={() => onStep({ stride: 'event', direction: 'next' })}
      >
        <ChevronLast {...icon} />
      </IconButton>
    </fieldset>
  )
}

/** A session that is on moves by itself: there the button holds it at this moment. */
function PlayButton() {
  const { seek, play, pause, isPlaying, playhead } = usePlayhead()
  const live = useLiveView()
  const isOn = useProjection(live, 'status', isRunning)
  const isMoving = isPlaying || (playhead === 'live' && isOn)
  const stop = () => (isPlaying ? pause() : seek(live.seq))
  return (
    <IconButton
      label={isMoving ? 'Pause' : 'Play'}
      keys="Space"
      isMain
      onClick={() => (isMoving ? stop() : play())}
    >
      {isMoving ? <Pause {...icon} /> : <Play {...icon} />}
    </IconButton>
  )
}

interface IconButtonProps {
  readonly label: string
  readonly keys: string
  readonly isMain?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}

function IconButton({ label, keys, isMain, isDisabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className={isMain ? styles.mainButton : styles.button}
      aria-label={label}
      title={`${label} (${keys})`}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** One button: each press the next speed, from the fastest back to the slowest. */
function Speeds() {
  const { speed, setSpeed } = usePlayhead()
  const next: Speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
  return (
    <button
      type="button"
      className={styles.speed}
      aria-label={`Speed ${speed}×`}
      title="How fast it plays: 1× to 16×"
      onClick={() => setSpeed(next)}
    >
      {speed}×
    </button>
  )
}

function PlaceInWords() {
  const { elapsedMs, lengthMs, seq, lastSeq, isLive } = usePlace()
  const of = isLive ? '' : ` / ${formatAxisTime(lengthMs)}`
  const event = isLive ? formatCount(lastSeq) : `${formatCount(seq)} of ${formatCount(lastSeq)}`
  return (
    <span className={styles.place} title="Since the first run began, waiting included">
      <b>{formatAxisTime(elapsedMs)}</b>
      <span className={styles.faint}>
        {of} elapsed · event {event}
      </span>
    </span>
  )
}

function Durations({ readout }: { readonly readout: Readout }) {
  const { criticalMs, waitedMs } = readout
  return (
    <span className={styles.durations}>
      {criticalMs > 0 && (
        <span title="The work that decided how long this took: less of it would have ended sooner.">
          Critical path <b>{formatAxisTime(criticalMs)}</b>
        </span>
      )}
      {waitedMs >= 1000 && (
        <span title="Time in which a call waited for your answer.">
          {criticalMs > 0 ? ' · waited for you ' : 'Waited for you '}
          <b>{formatAxisTime(waitedMs)}</b>
        </span>
      )}
    </span>
  )
}

function LivePill() {
  const { playhead, goLive } = usePlayhead()
  const isOn = useProjection(useLiveView(), 'status', isRunning)
  const isLost = useConnectionState() !== 'open'
  if (playhead !== 'live') {
    return (
      <button type="button" className={styles.back} title="Back to live (L)" onClick={goLive}>
        Back to live
      </button>
    )
  }
  if (isLost) return <span className={styles.atEnd}>No connection</span>
  return (
    <span className={isOn ? styles.live : styles.atEnd}>
      <span className={styles.dot} />
      {isOn ? 'LIVE' : 'At the end'}
    </span>
  )
}
