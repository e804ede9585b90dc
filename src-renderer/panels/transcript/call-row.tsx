import { FileText, Globe, Pencil, SquareTerminal } from 'lucide-react'
import type { Effect } from '#shared/events/value.ts'
import type { CallItem } from '#shared/projections/transcript.ts'
import { useViewClock } from '../../client/use-view-clock.ts'
import { formatDuration, formatPath } from '../../ui/format.ts'
import { CallDetails } from './call-details.tsx'
import styles from './call-row.module.css'
import { resultOf, splitTitle } from './call-words.ts'
import { Fold } from './fold.tsx'

const icons: Readonly<Record<Effect, typeof FileText>> = {
  read: FileText,
  edit: Pencil,
  execute: SquareTerminal,
  fetch: Globe,
}

export function EffectIcon({ effect }: { readonly effect: Effect }) {
  const Icon = icons[effect]
  return <Icon aria-hidden="true" />
}

/** One tool call: icon, verb, object, result. */
export function CallRow({ call }: { readonly call: CallItem }) {
  const { verb, object } = splitTitle(call.title)
  return (
    <Fold
      icon={<EffectIcon effect={call.effect} />}
      verb={verb}
      object={formatPath(object)}
      result={<CallResult call={call} />}
      isLive={call.startedAt !== undefined && call.endedAt === undefined}
    >
      <CallDetails call={call} />
    </Fold>
  )
}

/** Reads that followed on each other, folded into one row. */
export function ReadsRow({ calls }: { readonly calls: readonly CallItem[] }) {
  const objects = calls.map(({ title }) => formatPath(splitTitle(title).object)).filter(Boolean)
  return (
    <Fold
      icon={<FileText aria-hidden="true" />}
      verb={verbsOf(calls)}
      object={[...new Set(objects)].join(', ')}
      result={`${calls.length} calls`}
    >
      {calls.map((call) => (
        <CallRow key={call.id} call={call} />
      ))}
    </Fold>
  )
}

/** `Read, list, search`: what they did, each once. */
function verbsOf(calls: readonly CallItem[]): string {
  const [first = '', ...rest] = new Set(calls.map(({ title }) => splitTitle(title).verb))
  return [first, ...rest.map((verb) => verb.toLowerCase())].join(', ')
}

function CallResult({ call }: { readonly call: CallItem }) {
  const isOn = call.startedAt !== undefined && call.endedAt === undefined
  const now = useViewClock(isOn)
  const { display } = call
  const result = resultOf(call)
  if (display?.type === 'diff' && call.outcome === 'ok') {
    return (
      <span>
        <span className={styles.added}>+{display.added}</span>{' '}
        <span className={styles.removed}>−{display.removed}</span>
      </span>
    )
  }
  return (
    <>
      {result && <span className={styles[result.tone]}>{result.text}</span>}
      {isOn && (
        <span className={styles.plain}>{formatDuration(now - (call.startedAt ?? now))}</span>
      )}
    </>
  )
}
