import { Check, ChevronRight, Copy } from 'lucide-react'
import { useState } from 'react'
import type { EventFor } from '#shared/events/index.ts'
import type { ModelRequest } from '#shared/events/model.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import type { Price } from '#shared/pricing/pricing.ts'
import type { ModelSpan } from '#shared/projections/spans.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import { speechItemId } from '#shared/projections/transcript-items.ts'
import { useSessionView } from '../../session/session-context.tsx'
import { useBlobText, useTextFetching } from '../../session/session-queries.ts'
import { sameFields, useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Failure } from '../../ui/loading/notice.tsx'
import { CopyText } from '../../ui/text/copy-text.tsx'
import {
  formatClock,
  formatCount,
  formatLatency,
  formatNumber,
  formatUsd,
} from '../../ui/text/format.ts'
import { type Fact, Facts } from './facts.tsx'
import styles from './inspector-panel.module.css'
import { type ModelCallEvents, useModelCallEvents } from './model-call-events.ts'
import { parseMessage, type ShownMessage } from './shown-message.ts'

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

function Answer({
  span,
  events: { calls },
}: {
  readonly span: ModelSpan
  readonly events: ModelCallEvents
}) {
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

/** Copies a request as it was sent: its parameters, tools and every message, as JSON. */
function CopyRequest({ request }: { readonly request: ModelRequest }) {
  const fetchTexts = useTextFetching()
  const [told, setTold] = useState<'copied' | 'failed' | undefined>(undefined)
  const { messages, tools, params } = request
  const copy = async () => {
    const [texts, [toolsText]] = await Promise.all([
      fetchTexts(messages),
      fetchTexts(tools ? [tools] : []),
    ])
    const whole = {
      params,
      ...(toolsText !== undefined && { tools: parseJson(toolsText) ?? toolsText }),
      messages: texts.map((text) => (text === undefined ? null : (parseJson(text) ?? text))),
    }
    await navigator.clipboard.writeText(JSON.stringify(whole, null, 2))
    setTold('copied')
  }
  return (
    <Button
      isSmall
      variant="quiet"
      onClick={() => void copy().catch(() => setTold('failed'))}
      onBlur={() => setTold(undefined)}
    >
      {told === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {told === 'copied' ? 'Copied' : told === 'failed' ? 'Not copied' : 'Copy the request'}
    </Button>
  )
}

/** Longer messages are folded until they are asked for. */
const SHORT = 240

/** One message of a request: role and beginning, opened to all of it. */
function MessageItem({ hash }: { readonly hash: Hash }) {
  const { text, isLoading, error, notText } = useBlobText(hash)
  if (isLoading) return <li className={styles.quiet}>Loading a message</li>
  if (text === undefined) {
    return (
      <li className={styles.quiet}>
        {error ? error.message : notText === 'too-large' ? 'Too large to be shown.' : 'Not text.'}
      </li>
    )
  }
  const message = parseMessage(text) ?? { role: 'other', text, calls: [] }
  return <Message message={message} />
}

function Message({ message }: { readonly message: ShownMessage }) {
  const { role, name, text, calls } = message
  const [isOpen, setOpen] = useState(text.length <= SHORT)
  return (
    <li className={styles.message}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight aria-hidden="true" />
        <b>{name ? `${role} · ${name}` : role}</b>
        <span>{isOpen ? '' : beginningOf(message)}</span>
        <small>{formatNumber(text.length, 'character')}</small>
      </button>
      {isOpen && text !== '' && <CopyText label="Text" isLabelHidden text={text} />}
      {isOpen &&
        calls.map((call) => (
          <CopyText key={call.name + call.args} label={`Call of ${call.name}`} text={call.args} />
        ))}
    </li>
  )
}

function beginningOf({ text, calls }: ShownMessage): string {
  return text.slice(0, 200).trim() || calls.map(({ name }) => name).join(', ')
}
