import {
  FileText,
  Globe,
  ListChecks,
  MessageCircleQuestion,
  Pencil,
  Send,
  SquareTerminal,
} from 'lucide-react'
import { type Effect, headOf, type StoredText } from '#shared/events/value.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import { splitTitle } from '../../../cards/calls/call-title.ts'
import { useSessionView } from '../../../session/session-context.tsx'
import { useStoredText } from '../../../session/session-queries.ts'
import { useSpanPicking } from '../../../session/span-selection.ts'
import { useProjection } from '../../../session/use-projection.ts'
import { useViewClock } from '../../../session/use-view-clock.ts'
import { loadedLater } from '../../../ui/loading/lazy-component.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { formatPath, formatSoFar } from '../../../ui/text/format.ts'
import { answerOf, resultOf, tellPlan, tellSeries } from '../model/call-summary.ts'
import styles from './call-row.module.css'
import { Fold } from './collapsible.tsx'

const WithheldVariables = loadedLater(
  async () => (await import('./withheld-variables.tsx')).WithheldVariables,
)

/** It comes when a call is opened. */
const CallDetails = loadedLater(async () => (await import('./call-details.tsx')).CallDetails)

const icons: Readonly<Record<Effect, typeof FileText>> = {
  read: FileText,
  edit: Pencil,
  execute: SquareTerminal,
  fetch: Globe,
}

function EffectIcon({ effect }: { readonly effect: Effect }) {
  const Icon = icons[effect]
  return <Icon aria-hidden="true" />
}

/** One tool call: icon, verb, object, result. */
export function CallRow({ call }: { readonly call: CallItem }) {
  if (call.sent) return <SentRow call={call} text={call.sent.text} />
  const { verb, object } = splitTitle(call.title)
  const said = call.approval?.type === 'question' ? answerOf(call) : undefined
  const row = (
    <Fold
      icon={said === undefined ? <EffectIcon effect={call.effect} /> : <MessageCircleQuestion />}
      verb={verb}
      {...(object ? { object: formatPath(object) } : { rest: '' })}
      {...(said !== undefined && { said })}
      result={<CallResult call={call} />}
      isOngoing={call.startedAt !== undefined && call.endedAt === undefined}
    >
      <CallDetails call={call} />
    </Fold>
  )
  if (!call.withheld) return row
  return (
    <>
      {row}
      <WithheldVariables names={call.withheld} />
    </>
  )
}

interface SentRowProps {
  readonly call: CallItem
  readonly text: StoredText
}

/** A message to another agent, in its first words; it opens to all of them. */
function SentRow({ call, text }: SentRowProps) {
  return (
    <Fold icon={<Send aria-hidden="true" />} verb={call.title} said={headOf(text)}>
      <SentText text={text} />
      <CallDetails call={call} />
    </Fold>
  )
}

function SentText({ text }: Pick<SentRowProps, 'text'>) {
  const whole = useStoredText(text)
  return <Markdown text={whole.text} />
}

/** Calls that followed on each other, told in one row; it opens to each of them. */
export function SeriesRow({ calls }: { readonly calls: readonly CallItem[] }) {
  const { first, rest } = tellSeries(calls.filter(({ plan }) => !plan))
  return (
    <Fold
      icon={<EffectIcon effect={calls[0]?.effect ?? 'read'} />}
      verb={first}
      rest={rest}
      result={<SeriesResult calls={calls} />}
    >
      {calls.map((call) =>
        call.plan ? <PlanRow key={call.id} call={call} /> : <CallRow key={call.id} call={call} />,
      )}
    </Fold>
  )
}

function SeriesResult({ calls }: { readonly calls: readonly CallItem[] }) {
  const diffs = calls.flatMap(({ display }) => (display?.type === 'diff' ? display : []))
  if (diffs.length === 0) return null
  const sum = (of: (diff: (typeof diffs)[number]) => number) =>
    diffs.reduce((total, diff) => total + of(diff), 0)
  return <Changed added={sum((diff) => diff.added)} removed={sum((diff) => diff.removed)} />
}

/** A change of the plan: one light line, which leads to the call. */
export function PlanRow({ call }: { readonly call: CallItem }) {
  const { pick } = useSpanPicking()
  if (!call.plan) return null
  return (
    <button
      type="button"
      className={styles.plan}
      title="Inspect the call that changed the plan"
      onClick={() => pick(call.spanId)}
    >
      <ListChecks aria-hidden="true" />
      {tellPlan(call.plan)}
    </button>
  )
}

function Changed({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span>
      <span className={styles.added}>+{added}</span>{' '}
      <span className={styles.removed}>−{removed}</span>
    </span>
  )
}

/** Whether a call that is to be run again has been: nothing begins before the session goes on. */
function useRunAgain(call: CallItem): boolean {
  const isAgain = call.resolved?.resolution === 'again'
  return useProjection(
    useSessionView(),
    'transcript',
    (state: TranscriptState) => isAgain && isRunAgain(state, call),
  )
}

function isRunAgain({ items, threads }: TranscriptState, { seq, toolCallId }: CallItem): boolean {
  return Object.values(threads).some((ids) =>
    ids.some((id) => {
      const item = items[id]
      return item?.type === 'call' && item.toolCallId === toolCallId && item.seq > seq
    }),
  )
}

function CallResult({ call }: { readonly call: CallItem }) {
  const isOn = call.startedAt !== undefined && call.endedAt === undefined
  const now = useViewClock(isOn)
  const { display } = call
  const result = resultOf(call, useRunAgain(call))
  if (display?.type === 'diff' && call.outcome === 'ok') {
    return <Changed added={display.added} removed={display.removed} />
  }
  return (
    <>
      {result && (
        <span className={styles[result.tone]} title={result.text}>
          {result.text}
        </span>
      )}
      {isOn && <span className={styles.plain}>{formatSoFar(now - (call.startedAt ?? now))}</span>}
    </>
  )
}
