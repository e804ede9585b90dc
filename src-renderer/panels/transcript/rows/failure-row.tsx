import { ArrowRight, RotateCw, TriangleAlert } from 'lucide-react'
import type { FailoverReason } from '#shared/events/model.ts'
import type { Failover, FailureItem } from '#shared/projections/transcript-items.ts'
import { useIsRecording } from '../../../connection/host-context.tsx'
import { useNavigation } from '../../../navigation/navigation.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Failure } from '../../../ui/loading/notice.tsx'
import { formatDuration } from '../../../ui/text/format.ts'
import styles from './failure-row.module.css'

interface FailureRowProps {
  readonly item: FailureItem
  /** The agent went on after it. */
  readonly isOver: boolean
}

/** A model call that failed: a light line where the agent goes on, else a sentence that stands out. */
export function FailureRow({ item, isOver }: FailureRowProps) {
  if (item.failover) return <FailoverRow failover={item.failover} error={item.error} />
  if (item.retryInMs !== undefined) return <RetryRow item={item} isOver={isOver} />
  if (isOver) return <AttemptRow item={item} />
  return <Failure action={<SettingsButton about={item.error} />}>{item.error}</Failure>
}

function AttemptRow({ item }: { readonly item: FailureItem }) {
  return (
    <p className={styles.line} title={item.error}>
      <TriangleAlert className={styles.failed} aria-hidden="true" />
      <b>Attempt {item.attempt} failed</b>
      <span>{item.error}</span>
    </p>
  )
}

function RetryRow({ item, isOver }: FailureRowProps) {
  const { attempt, error, retryInMs = 0 } = item
  const wait = formatDuration(retryInMs)
  return (
    <p className={styles.line} title={error}>
      <RotateCw className={styles.failed} aria-hidden="true" />
      <b>Attempt {attempt} failed</b>
      <span>{error}</span>
      <em>{isOver ? `tried again after ${wait}` : `trying again in ${wait}`}</em>
    </p>
  )
}

/** `gpt-x went on for claude-y because of a rate limit`. */
function FailoverRow({ failover, error }: { readonly failover: Failover; readonly error: string }) {
  const { from, to, reason } = failover
  return (
    <p className={styles.line} title={`${toFullName(from)} → ${toFullName(to)}: ${error}`}>
      <ArrowRight aria-hidden="true" />
      <b>{to.model}</b>
      <span>
        went on for {from.model} because of {tellReason(reason)}
      </span>
    </p>
  )
}

function toFullName({ provider, model }: Failover['to']): string {
  return `${provider}:${model}`
}

const reasons: Readonly<Record<FailoverReason, string>> = {
  auth: 'a refused key',
  billing: 'an unpaid account',
  'rate-limit': 'a rate limit',
  timeout: 'a timeout',
  overload: 'overload',
  budget: 'the budget',
  connection: 'a lost connection',
  intercepted: 'a proxy in between',
  garbled: 'an unreadable response',
  'malformed-answer': 'a malformed answer',
}

/** As it follows on `because of`. */
function tellReason(reason: FailoverReason): string {
  return reasons[reason]
}

/** Where a sentence says that the settings help. */
export function SettingsButton({ about }: { readonly about: string }) {
  const { openSettings } = useNavigation()
  const isRecording = useIsRecording()
  if (isRecording || !/\bkey\b|\bsettings\b|\bbase address\b/i.test(about)) return null
  return (
    <Button isSmall onClick={() => openSettings('models')}>
      Open the settings
    </Button>
  )
}
