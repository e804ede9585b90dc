import { ArrowRight, RotateCw, TriangleAlert } from 'lucide-react'
import type { FailureItem } from '#shared/projections/transcript.ts'
import { formatLength } from '../../ui/format.ts'
import { Failure } from '../../ui/notice.tsx'
import styles from './failure-row.module.css'
import { tellReason } from './failure-words.ts'
import { SettingsButton } from './settings-button.tsx'
import { useFailover } from './use-failover.ts'

export interface FailureRowProps {
  readonly item: FailureItem
  /** The agent went on after it. */
  readonly isOver: boolean
}

/** A model call that failed: a light line where the agent goes on, else a sentence that stands out. */
export function FailureRow({ item, isOver }: FailureRowProps) {
  if (item.goesOnWith) return <FailoverRow item={item} />
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
  const wait = formatLength(retryInMs)
  return (
    <p className={styles.line} title={error}>
      <RotateCw className={styles.failed} aria-hidden="true" />
      <b>Attempt {attempt} failed</b>
      <span>{error}</span>
      <em>{isOver ? `tried again after ${wait}` : `trying again in ${wait}`}</em>
    </p>
  )
}

/** `anthropic:x → openai:y because of a rate limit`. */
function FailoverRow({ item }: { readonly item: FailureItem }) {
  const { error, goesOnWith } = item
  const failover = useFailover(item)
  return (
    <p className={styles.line} title={error}>
      <ArrowRight className={styles.failed} aria-hidden="true" />
      {failover ? (
        <>
          <b>
            {nameOf(failover.from)} → {nameOf(failover.to)}
          </b>
          <span>because of {tellReason(failover.reason)}</span>
        </>
      ) : (
        <>
          <b>→ {goesOnWith && nameOf(goesOnWith)}</b>
          <span>{error}</span>
        </>
      )}
    </p>
  )
}

function nameOf({ provider, model }: NonNullable<FailureItem['goesOnWith']>): string {
  return `${provider}:${model}`
}
