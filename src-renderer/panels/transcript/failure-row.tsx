import { ArrowRight, RotateCw, TriangleAlert } from 'lucide-react'
import type { Failover, FailureItem } from '#shared/projections/transcript-items.ts'
import { formatDuration } from '../../ui/format.ts'
import { Failure } from '../../ui/notice.tsx'
import styles from './failure-row.module.css'
import { tellReason } from './failure-words.ts'
import { SettingsButton } from './settings-button.tsx'

export interface FailureRowProps {
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
