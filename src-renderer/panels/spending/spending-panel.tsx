import { DollarSign, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SpentCall } from '#shared/contract/procedures/spending.ts'
import { AppError } from '#shared/lib/app-error.ts'
import {
  cutRange,
  type DayRange,
  dayOf,
  describeStretch,
  fittingStep,
  type Stretches,
  usualStep,
} from '#shared/spending/day-ranges.ts'
import { rowsOf, toCsv } from '#shared/spending/day-sums.ts'
import type { Dimension, SpendingReport } from '#shared/spending/spending-query.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { saveText } from '../../ui/browser/download-text.ts'
import { useNow } from '../../ui/browser/use-now.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { formatClock, formatCost, formatNumber, formatTokens } from '../../ui/text/format.ts'
import { BudgetList, type BudgetListProps } from './budget-list.tsx'
import { SpendingChart } from './spending-chart.tsx'
import { filterFor, nameGroup } from './spending-groups.ts'
import { SpendingFigures, SpendingHead } from './spending-head.tsx'
import styles from './spending-panel.module.css'
import { SpendingTable } from './spending-table.tsx'
import { SpendingToolbar } from './spending-toolbar.tsx'
import {
  type Answered,
  type Ask,
  type CallsAsked,
  daysOf,
  type Question,
  type RequestedSpending,
  tellPeriod,
  useAskedSpending,
  useCalls,
  useReport,
} from './use-spending.ts'

/** What was spent over time and on what, in all sessions there are, down to each model call. */
export function SpendingPanel() {
  const now = useNow(MINUTE_MS)
  const [asked, onAsk] = useAskedSpending()
  const days = daysOf(asked, now)
  const { data, error, isPlaceholderData } = useReport(toQuestion(asked, days))
  const nameOf = useNames()
  const exportable = isPlaceholderData ? undefined : data
  return (
    <div className={styles.panel}>
      <SpendingToolbar
        asked={asked}
        days={days}
        nameOf={nameOf}
        onAsk={onAsk}
        onExport={
          exportable &&
          ((format) => saveReport(exportable.report, (key) => nameOf(exportable.by, key), format))
        }
      />
      {error && <Failure>{AppError.toWire(error).message}</Failure>}
      {!data && !error && <Loading label="Adding up what was spent" rows={6} />}
      {data && (
        <div className={styles.body} data-stale={isPlaceholderData}>
          <SpendingFigures report={data.report} when={data.when} />
          <div className={styles.columns}>
            <Told answered={data} asked={asked} onAsk={onAsk} nameOf={nameOf} />
            <Budgets nameOfProject={(key) => nameOf('project', key)} now={now} />
          </div>
        </div>
      )}
    </div>
  )
}

const MINUTE_MS = 60_000

function toQuestion(asked: RequestedSpending, days: DayRange): Question {
  const step = fittingStep(days, asked.step ?? usualStep(days))
  const { by, where } = asked
  return { by, where, stretches: cutRange(days, step), when: tellPeriod(asked, days) }
}

function Budgets(props: Omit<BudgetListProps, 'spent'>) {
  const { data: spent } = useHostQuery('spending.budgets', {})
  return spent && <BudgetList {...props} spent={spent} />
}

/** What groups are called, as far as sessions and projects are listed. */
function useNames(): (by: Dimension, key: string) => string {
  const { data: projects = [] } = useHostQuery('projects.list', {})
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
  return (by, key) => nameGroup(by, key, { projects, sessions })
}

/** A group, a stretch, or a group in a stretch: its calls are listed. */
interface Picked {
  readonly stretch?: number | undefined
  readonly key?: string | undefined
}

interface ToldProps {
  readonly answered: Answered
  readonly asked: RequestedSpending
  readonly onAsk: Ask
  readonly nameOf: (by: Dimension, key: string) => string
}

function Told({ answered, asked, onAsk, nameOf }: ToldProps) {
  const [picked, pick] = useState<Picked>()
  const place = useRef<HTMLElement>(null)
  const { by, where, stretches } = answered
  const name = (key: string) => nameOf(by, key)
  const ask: Ask = (change) => {
    pick(undefined)
    onAsk(change)
  }
  const close = () => {
    pick(undefined)
    place.current?.focus()
  }
  const { key } = picked ?? {}
  return (
    <section ref={place} className={styles.told} aria-label="Spending" tabIndex={-1}>
      <SpendingHead asked={asked} step={stretches.step} onAsk={ask} />
      <Sums answered={answered} measure={asked.measure} name={name} picked={picked} onPick={pick} />
      {picked && (
        <CallList
          asked={callsOf(picked, answered)}
          title={titleOf(picked, { stretches, name })}
          onNarrow={
            key === undefined
              ? undefined
              : () => ask({ where: { ...where, ...filterFor(by, key) } })
          }
          onClose={close}
        />
      )}
    </section>
  )
}

interface SumsProps extends Pick<RequestedSpending, 'measure'> {
  readonly answered: Answered
  readonly name: (key: string) => string
  readonly picked: Picked | undefined
  readonly onPick: (picked: Picked) => void
}

/** In a stretch that is picked, the table picks one group of it. */
function Sums({ answered, measure, name, picked, onPick }: SumsProps) {
  const { report, stretches, by } = answered
  if (report.total.calls === 0 && report.total.costUsd === 0) {
    return (
      <Empty icon={<DollarSign aria-hidden="true" />}>
        No model was called in this time. Choose another, or fewer filters.
      </Empty>
    )
  }
  const stretch = picked?.stretch
  return (
    <>
      <SpendingChart
        by={by}
        report={report}
        stretches={stretches}
        measure={measure}
        nameOf={name}
        picked={stretch}
        onPick={(at, key) => onPick({ stretch: at, key })}
      />
      <SpendingTable
        by={by}
        report={report}
        nameOf={name}
        picked={picked?.key}
        onPick={(key) => onPick({ key, ...(picked?.key !== key && { stretch }) })}
      />
    </>
  )
}

function callsOf({ stretch, key }: Picked, { stretches: { edges }, by, where }: Answered) {
  const from = edges[stretch ?? 0] ?? 0
  const until = edges[stretch === undefined ? edges.length - 1 : stretch + 1] ?? 0
  return { from, until, where: { ...where, ...(key !== undefined && filterFor(by, key)) } }
}

function titleOf(
  { stretch, key }: Picked,
  { stretches, name }: { readonly stretches: Stretches; readonly name: (key: string) => string },
): string {
  const when = stretch === undefined ? [] : [describeStretch(stretches, stretch)]
  return [...(key === undefined ? [] : [name(key)]), ...when].join(', ')
}

/** Saves a report as a download. */
function saveReport(
  report: SpendingReport,
  nameOf: (key: string) => string,
  format: 'csv' | 'json',
): void {
  const rows = rowsOf(report, nameOf)
  if (format === 'csv') saveText('spending.csv', toCsv(rows), 'text/csv')
  else saveText('spending.json', `${JSON.stringify(rows, null, 2)}\n`, 'application/json')
}

interface CallListProps {
  readonly asked: CallsAsked
  /** Whose calls they are, and when they were made. */
  readonly title: string
  /** Tells spending of this group alone; absent where it does already. */
  readonly onNarrow: (() => void) | undefined
  readonly onClose: () => void
}

/** The very model calls behind a sum; each leads to its instant in its session. */
function CallList({ asked, title, onNarrow, onClose }: CallListProps) {
  const { data, error } = useCalls(asked)
  return (
    <section className={styles.calls} aria-label={`Model calls: ${title}`}>
      <div className={styles.callsHead}>
        <h2>{title}</h2>
        {data && <span>{countOf(data)}</span>}
        {onNarrow && (
          <Button isSmall variant="quiet" onClick={onNarrow}>
            Only this
          </Button>
        )}
        <IconButton isSmall label="Close the calls" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {error && <Failure>{AppError.toWire(error).message}</Failure>}
      {!data && !error && <Loading label="Looking for the calls" />}
      <ul className={styles.list}>
        {data?.calls.map((call) => (
          <Call key={`${call.sessionId} ${call.seq}`} call={call} />
        ))}
      </ul>
    </section>
  )
}

function countOf({ calls, count }: { calls: readonly SpentCall[]; count: number }): string {
  const all = formatNumber(count, 'call')
  return calls.length < count ? `the dearest ${calls.length} of ${all}` : all
}

function Call({ call }: { readonly call: SpentCall }) {
  const { sessionId, seq, at, title, type, provider, model, tools, outcome, totals } = call
  const { openSession } = useNavigation()
  return (
    <li>
      <button
        type="button"
        title="Open the session at this instant"
        onClick={() => openSession(sessionId, seq)}
      >
        <span className={styles.what}>
          <b>{title}</b>
          <span>
            {dayOf(at)} {formatClock(at)} · {type} · {provider}:{model} ·{' '}
            {outcome === 'ok' ? tools.join(', ') || 'answered' : outcome}
          </span>
        </span>
        <span className={styles.tokens}>
          {formatTokens(totals.inputTokens)} in, {formatTokens(totals.outputTokens)} out
        </span>
        <span className={styles.cost}>{formatCost(totals.costUsd, totals.unpricedCalls)}</span>
      </button>
    </li>
  )
}
