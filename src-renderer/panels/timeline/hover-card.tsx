import type { Span } from '#shared/projections/spans.ts'
import { nameOf, tellRest } from '../../client/lane-words.ts'
import { formatLength, formatTokens, formatUsd } from '../../ui/format.ts'
import { tellFold } from './folds.ts'
import type { Hit } from './hit-test.ts'
import styles from './hover-card.module.css'
import { asOf } from './scene.ts'

/** What the pointer rests on; places in pixels of the plot. */
export interface Hovered {
  readonly hit: Extract<Hit, { type: 'span' | 'rest' | 'mark' | 'fold' }>
  readonly x: number
  readonly y: number
  readonly width: number
  readonly seq: number
  readonly endAt: number
}

const CARD_PX = 280

/** Names what is under the pointer: how long it took, its tokens and its cost. */
export function HoverCard({ hovered }: { readonly hovered: Hovered }) {
  const { hit, x, y, width } = hovered
  const isBelow = hit.type !== 'span' && hit.type !== 'rest'
  const left = Math.min(Math.max(8, x + 12), width - CARD_PX - 8)
  return (
    <div
      className={isBelow ? styles.below : styles.card}
      style={{ left, '--pointer-y': `${y}px` }}
      aria-hidden
    >
      <Facts hovered={hovered} />
    </div>
  )
}

function Facts({ hovered }: { readonly hovered: Hovered }) {
  const { hit } = hovered
  switch (hit.type) {
    case 'span':
      return <SpanFacts hovered={hovered} hit={hit} />
    case 'rest':
      return (
        <>
          <b>{`${nameOf(hit.row.lane)}: ${tellRest(hit.rest.reason)}`}</b>
          <span className={styles.facts}>{formatLength(hit.rest.to - hit.rest.from)}</span>
        </>
      )
    case 'mark':
      return (
        <>
          <b>{hit.mark.title}</b>
          <span className={styles.facts}>{markWords[hit.mark.type]}</span>
        </>
      )
    case 'fold':
      return (
        <>
          <b>{tellFold(hit.fold)}</b>
          <span className={styles.facts}>drawn shorter than it was</span>
        </>
      )
  }
}

const markWords = {
  edit: 'file changed',
  error: 'error',
  approval: 'asked for approval',
  compaction: 'its model goes on with a summary',
  end: 'end of a run',
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
      <span className={styles.facts}>{factsOf(span, hovered.endAt).join(' · ')}</span>
      {hit.count > 1 && <span className={styles.facts}>{`one of ${hit.count} here: zoom in`}</span>}
    </>
  )
}

const typeWords = { model: 'model call', tool: 'tool call', wait: 'waited for you' } as const

function factsOf(span: Span, endAt: number): string[] {
  const isWaiting = span.type === 'wait' && span.endedAt === undefined
  const facts: string[] = [isWaiting ? 'waiting for you' : typeWords[span.type]]
  facts.push(formatLength((span.endedAt ?? Math.max(endAt, span.startedAt)) - span.startedAt))
  if (span.endedAt === undefined && !isWaiting) facts.push('under way')
  if (span.outcome && span.outcome !== 'ok') facts.push(span.outcome)
  if (span.type !== 'model') return facts
  if (span.attempt > 1) facts.push(`attempt ${span.attempt}`)
  if (span.retryInMs !== undefined) facts.push(`tried again after ${formatLength(span.retryInMs)}`)
  if (span.tokens !== undefined) facts.push(`${formatTokens(span.tokens)} tokens`)
  if (span.costUsd !== undefined)
    facts.push(span.costUsd === null ? 'unpriced' : formatUsd(span.costUsd))
  return facts
}
