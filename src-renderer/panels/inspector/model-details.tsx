import { useState } from 'react'
import type { EventFor } from '#shared/events/index.ts'
import type { ModelRequest } from '#shared/events/model.ts'
import type { Price } from '#shared/pricing.ts'
import type { ModelSpan } from '#shared/projections/spans.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import { speechItemId } from '#shared/projections/transcript-items.ts'
import { useBlobText } from '../../client/documents.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { sameFields, useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import {
  formatClock,
  formatCount,
  formatLatency,
  formatNumber,
  formatUsd,
} from '../../ui/format.ts'
import { Failure } from '../../ui/notice.tsx'
import { CopyRequest } from './copy-request.tsx'
import { type Fact, Facts } from './facts.tsx'
import styles from './inspector-panel.module.css'
import { MessageItem } from './message-item.tsx'
import { type ModelCallEvents, useModelCallEvents } from './use-span-events.ts'

/** A model call at the playhead: what it took, what was asked, what was answered. */
export function ModelDetails({ span }: { readonly span: ModelSpan }) {
  const events = useModelCallEvents(span)
  const { started, ended } = events
  return (
    <>
      {ended?.error && <Failure>{ended.error}</Failure>}
      <Facts facts={timing(span, events)} />
      {ended && <Facts facts={spending(ended)} />}
      <Answer span={span} events={events} />
      {started && <Request request={started.request} />}
    </>
  )
}

function timing(span: ModelSpan, { started, ended }: ModelCallEvents): readonly Fact[] {
  const { startedAt, endedAt, firstTokenAt, attempt } = span
  return [
    { name: 'Provider', value: started?.provider },
    { name: 'Model', value: started?.model ?? span.title },
    { name: 'Purpose', value: started?.purpose === 'step' ? undefined : started?.purpose },
    { name: 'Attempt', value: String(attempt) },
    { name: 'Started', value: formatClock(startedAt) },
    {
      name: 'Took',
      value: endedAt === undefined ? 'under way' : formatLatency(endedAt - startedAt),
    },
    {
      name: 'First token',
      value: firstTokenAt && `after ${formatLatency(firstTokenAt - startedAt)}`,
    },
    { name: 'Speed', value: ended && speedOf(span, ended) },
    { name: 'Ended', value: ended && endingOf(ended) },
    {
      name: 'Tried again',
      value: ended?.retryInMs === undefined ? undefined : `after ${formatLatency(ended.retryInMs)}`,
    },
  ]
}

type Ended = EventFor<'model.ended'>['data']

/** What it wrote, by the time it wrote for: what came before its first token is not writing. */
function speedOf({ startedAt, endedAt, firstTokenAt = startedAt }: ModelSpan, { usage }: Ended) {
  const seconds = endedAt === undefined ? 0 : (endedAt - firstTokenAt) / 1000
  if (seconds <= 0 || usage.outputTokens === 0) return undefined
  return `${formatCount(usage.outputTokens / seconds)} tokens a second`
}

function endingOf({ outcome, finishReason }: Ended): string {
  if (outcome !== 'ok') return outcome
  return finishReason === 'missing' ? 'without a finish reason' : (finishReason ?? 'ok')
}

function spending(ended: Ended): readonly Fact[] {
  const { usage, isEstimated, costUsd, isCostReported, serviceTier, price } = ended
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage
  const some = (count = 0) => (count > 0 ? formatCount(count) : undefined)
  return [
    { name: 'Tokens in', value: formatCount(inputTokens) },
    { name: 'read from cache', value: formatCount(cacheReadTokens) },
    { name: 'written to cache', value: some(cacheWriteTokens) },
    { name: 'cached for an hour', value: some(usage.cacheWrite1hTokens) },
    { name: 'audio in', value: some(usage.audioInputTokens) },
    { name: 'images in', value: some(usage.imageInputTokens) },
    { name: 'Tokens out', value: formatCount(outputTokens) },
    { name: 'of reasoning', value: formatCount(reasoningTokens) },
    { name: 'audio out', value: some(usage.audioOutputTokens) },
    { name: 'images out', value: some(usage.imageOutputTokens) },
    { name: 'Web searches', value: some(usage.webSearches) },
    { name: 'Service tier', value: serviceTier },
    { name: 'Counted', value: isEstimated ? 'here: the server said nothing' : undefined },
    { name: 'Cost', value: formatUsd(costUsd) },
    {
      name: 'Price',
      value: isCostReported ? 'reported by the server' : price && formatPrice(price),
    },
  ]
}

function formatPrice({ inputUsd, outputUsd, source }: Price): string {
  return `$${inputUsd} in, $${outputUsd} out for a million tokens · ${source}`
}

interface AnswerProps {
  readonly span: ModelSpan
  readonly events: ModelCallEvents
}

function Answer({ span, events: { calls } }: AnswerProps) {
  const select = ({ items }: TranscriptState) => ({
    text: speechOf(items[speechItemId('text', span.id)]),
    reasoning: speechOf(items[speechItemId('reasoning', span.id)]),
  })
  const { text, reasoning } = useProjection(useSessionView(), 'transcript', select, sameFields)
  return (
    <section className={styles.part} aria-label="Response">
      <h3>Response</h3>
      {!text && !reasoning && calls.length === 0 && (
        <p className={styles.quiet}>
          {span.endedAt === undefined ? 'Nothing has come yet.' : 'It said nothing.'}
        </p>
      )}
      {reasoning && <CopyText label="Reasoning" text={reasoning} />}
      {text && <CopyText label="Text" text={text} />}
      {calls.map(({ title, args }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call of an answer is known by its place.
        <CopyText key={index} label={title ?? `Call ${index + 1}`} text={args} />
      ))}
    </section>
  )
}

function speechOf(item: TranscriptState['items'][string] | undefined): string {
  return item && (item.type === 'text' || item.type === 'reasoning') ? item.text : ''
}

/** How many messages are listed at once; the latest. */
const LISTED = 12

function Request({ request }: { readonly request: ModelRequest }) {
  const [isWhole, setWhole] = useState(false)
  const { messages, tools, params } = request
  // The first says who the model is to be: it is never left out.
  const [first, ...others] = messages
  const earlier = Math.max(0, others.length - LISTED)
  const listed = isWhole ? others : others.slice(-LISTED)
  return (
    <section className={styles.part} aria-label="Request">
      <h3>
        Request <span className={styles.count}>{formatNumber(messages.length, 'message')}</span>
      </h3>
      {Object.keys(params).length > 0 && (
        <CopyText label="Parameters" text={JSON.stringify(params, null, 2)} />
      )}
      {tools && <Tools hash={tools} />}
      <CopyRequest request={request} />
      {first && (
        <ol className={styles.messages}>
          <MessageItem hash={first} />
        </ol>
      )}
      {earlier > 0 && !isWhole && (
        <Button isSmall variant="quiet" onClick={() => setWhole(true)}>
          Show the {earlier} between
        </Button>
      )}
      <ol className={styles.messages}>
        {listed.map((hash) => (
          <MessageItem key={hash} hash={hash} />
        ))}
      </ol>
    </section>
  )
}

function Tools({ hash }: { readonly hash: NonNullable<ModelRequest['tools']> }) {
  const [isOpen, setOpen] = useState(false)
  const { text } = useBlobText(isOpen ? hash : undefined)
  if (isOpen && text !== undefined) return <CopyText label="Tools it was offered" text={text} />
  return (
    <Button isSmall variant="quiet" onClick={() => setOpen(true)}>
      Show the tools it was offered
    </Button>
  )
}
