import { formatUntil } from '#shared/format/format-until.ts'
import type { ApprovalsState } from '#shared/projections/approvals.ts'
import type { CallsState } from '#shared/projections/calls.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { UsageState } from '#shared/projections/usage.ts'
import { useConnectionState } from '../../connection/host-context.tsx'
import {
  useLiveView,
  useMoment,
  usePlayhead,
  useSessionView,
} from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { useNow } from '../../ui/browser/use-now.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Chip, Dot } from '../../ui/buttons/chip.tsx'
import { formatClock, formatCost, formatTokens } from '../../ui/text/format.ts'
import styles from './session-status.module.css'

interface SessionStatusProps {
  /** Goes to what waits. */
  readonly onWaiting: () => void
}

/** What it has cost, what waits, and whether it runs; in the past, which moment this is. */
export function SessionStatus({ onWaiting }: SessionStatusProps) {
  const { playhead } = usePlayhead()
  return playhead === 'live' ? <LiveStatus onWaiting={onWaiting} /> : <PastStatus />
}

function LiveStatus({ onWaiting }: SessionStatusProps) {
  const view = useSessionView()
  const { costUsd, unpricedCalls, ...tokens } = useProjection(view, 'usage', selectTotal)
  const waiting = useProjection(view, 'approvals', selectWaiting)
  const cutOff = useProjection(view, 'calls', selectCutOff)
  // Then nobody knows.
  const isLost = useConnectionState() !== 'open'
  return (
    <>
      {tokens.calls > 0 && (
        <Chip>
          <b>{formatCost(costUsd, unpricedCalls)}</b>
          <span className={styles.tokens}>
            {formatTokens(tokens.inputTokens + tokens.outputTokens)} tokens
          </span>
        </Chip>
      )}
      {waiting + cutOff > 0 && (
        <Button className={styles.waiting} isSmall onClick={onWaiting}>
          {waiting + cutOff} waiting
        </Button>
      )}
      {!isLost && (
        <Chip>
          <Doing />
        </Chip>
      )}
    </>
  )
}

/** Whether it runs, in a word. */
export function Doing() {
  const view = useSessionView()
  const doing = useProjection(view, 'status', selectDoing)
  const until = useProjection(view, 'status', selectUntil)
  const now = useNow(TICK_MS)
  return (
    <>
      <Dot color={colours[doing]} isLive={doing === 'running'} />
      {until === undefined ? doing : `waits until ${formatUntil(until, now)}`}
    </>
  )
}

function PastStatus() {
  const view = useSessionView()
  const { at } = useMoment()
  const then = useProjection(view, 'usage', selectTotal)
  const now = useProjection(useLiveView(), 'usage', selectTotal)
  const spent = formatCost(then.costUsd, then.unpricedCalls)
  const inAll = formatCost(now.costUsd, now.unpricedCalls)
  return (
    <>
      <Chip>
        <b>{spent}</b>
        {inAll !== spent && <span className={styles.tokens}>of {inAll}</span>}
      </Chip>
      <Chip tone="accent">
        <b>Replaying</b> {formatClock(at)}
      </Chip>
    </>
  )
}

const selectTotal = (state: UsageState) => state.total
const selectWaiting = (state: ApprovalsState) => state.open.length
const selectCutOff = (state: CallsState) => state.order.length

const selectUntil = (state: StatusState) => state.wait?.until
/** Often enough for the date to appear and go. */
const TICK_MS = 60_000

function selectDoing({ runId, isQueued, isPaused, wait }: StatusState): keyof typeof colours {
  if (wait) return 'limited'
  if (isQueued) return 'queued'
  if (runId !== undefined) return 'running'
  return isPaused ? 'paused' : 'idle'
}

const colours = {
  running: 'var(--ok)',
  queued: 'var(--text-3)',
  paused: 'var(--warn)',
  limited: 'var(--warn)',
  idle: 'var(--text-3)',
} as const
