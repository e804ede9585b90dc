import type { Span } from '#shared/projections/spans.ts'
import { nameOf, tellRest } from '../../../session/agents/format-agent.ts'
import { useLiveView, useSessionStore } from '../../../session/session-context.tsx'
import { originOf } from '../../../session/store/session-clock.ts'
import {
  formatCount,
  formatDuration,
  formatElapsed,
  formatLatency,
  formatTokens,
  formatUsd,
} from '../../../ui/text/format.ts'
import type { Hit, Hovered } from '../input/hit-test.ts'
import { tellEvent } from '../model/format-event.ts'
import { tellFold } from '../model/idle-periods.ts'
import { asOf } from '../model/scene.ts'
import styles from './hover-card.module.css'

/** What is said of what is under the pointer. */
export function HoverFacts({ hovered }: { readonly hovered: Hovered }) {
  const { hit } = hovered
  switch (hit.type) {
    case 'span':
      return <SpanFacts hovered={hovered} hit={hit} />
    case 'rest':
      return (
        <>
          <b>{`${nameOf(hit.row.lane)}: ${tellRest(hit.rest.reason)}`}</b>
          <span className={styles.facts}>{formatDuration(hit.rest.to - hit.rest.from)}</span>
        </>
      )
    case 'mark':
      return (
        <>
          <b>{hit.mark.title}</b>
          <span className={styles.facts}>{markWords[hit.mark.type]}</span>
          <Moment at={hit.mark.at} />
        </>
      )
    case 'bookmark':
      return (
        <>
          <b>{hit.mark.label ?? 'Bookmark'}</b>
          {hit.mark.label && <span className={styles.facts}>bookmark</span>}
          <Moment at={hit.mark.at} />
        </>
      )
    case 'strip':
    case 'ruler':
    case 'window':
      return <Moment at={hovered.at} />
    case 'fold':
      return (
        <>
          <b>{tellFold(hit.fold)}</b>
          <span className={styles.facts}>drawn shorter than it was</span>
        </>
      )
  }
}

/** What time it was, and what had happened last. */
function Moment({ at }: { readonly at: number }) {
  const store = useSessionStore()
  const timeline = useLiveView().state('timeline')
  const seq = Math.min(store.seqAt(at), timeline.lastSeq)
  const event = store.eventAt(seq)
  const elapsed = formatElapsed(
    Math.max(0, Math.min(at, timeline.lastAt ?? at) - originOf(timeline)),
  )
  return (
    <span className={styles.moment}>
      <span className={styles.facts}>
        {event ? `${elapsed} · event ${formatCount(seq)}` : elapsed}
      </span>
      {event && <span className={styles.event}>{tellEvent(event, timeline.spans)}</span>}
    </span>
  )
}

const markWords = {
  edit: 'file changed',
  error: 'error',
  approval: 'asked for approval',
  compaction: 'its model goes on with a summary',
  end: 'end of a run',
  fork: 'what is before is inherited',
  rewind: 'what came after that event was taken back',
} as const

function SpanFacts({
  hovered,
  hit,
}: {
  readonly hovered: Hovered
  readonly hit: Extract<Hit, { type: 'span' }>
}) {
  const isAhead = hit.span.seq > hovered.seq
  const span = isAhead ? hit.span : asOf(hit.span, hovered.seq)
  return (
    <>
      <b>{span.title}</b>
      <span className={styles.facts}>
        {[nameOf(hit.row.lane), ...factsOf(span, hovered.endAt)].join(' · ')}
      </span>
      {hit.count > 1 && <span className={styles.facts}>{`one of ${hit.count} here: zoom in`}</span>}
    </>
  )
}

const typeWords = { model: 'model call', tool: 'tool call', wait: 'waited for you' } as const

function factsOf(span: Span, endAt: number): string[] {
  const isWaiting = span.type === 'wait' && span.endedAt === undefined
  const facts: string[] = [isWaiting ? 'waiting for you' : typeWords[span.type]]
  facts.push(formatLatency((span.endedAt ?? Math.max(endAt, span.startedAt)) - span.startedAt))
  if (span.endedAt === undefined && !isWaiting) facts.push('under way')
  if (span.outcome && span.outcome !== 'ok') facts.push(span.outcome)
  if (span.type !== 'model') return facts
  if (span.attempt > 1) facts.push(`attempt ${span.attempt}`)
  if (span.retryInMs !== undefined) facts.push(`tried again after ${formatLatency(span.retryInMs)}`)
  if (span.tokens !== undefined) facts.push(`${formatTokens(span.tokens)} tokens`)
  if (span.costUsd !== undefined)
    facts.push(span.costUsd === null ? 'unpriced' : formatUsd(span.costUsd))
  return facts
}
