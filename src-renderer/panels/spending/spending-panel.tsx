import { DollarSign } from 'lucide-react'
import { useRef, useState } from 'react'
import { AppError } from '#shared/error.ts'
import type { Dimension } from '#shared/spending/spending-query.ts'
import {
  cutRange,
  type DayRange,
  describeStretch,
  fittingStep,
  type Stretches,
  usualStep,
} from '#shared/spending/stretches.ts'
import { useProjects, useSessions } from '../../client/documents.ts'
import { useNow } from '../../client/use-now.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import {
  type Ask,
  type AskedSpending,
  daysOf,
  tellPeriod,
  useAskedSpending,
} from './asked-spending.ts'
import { BudgetList, type BudgetListProps } from './budget-list.tsx'
import { CallList } from './call-list.tsx'
import { filterFor, nameGroup } from './group-names.ts'
import { saveReport } from './save-report.ts'
import { SpendingChart } from './spending-chart.tsx'
import { SpendingFigures } from './spending-figures.tsx'
import { SpendingHead } from './spending-head.tsx'
import styles from './spending-panel.module.css'
import { SpendingTable } from './spending-table.tsx'
import { SpendingToolbar } from './spending-toolbar.tsx'
import { type Answered, type Question, useBudgetsSpent, useReport } from './use-spending.ts'

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
        {...{ asked, days, nameOf, onAsk }}
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
            <Told {...{ answered: data, asked, onAsk, nameOf }} />
            <Budgets nameOfProject={(key) => nameOf('project', key)} now={now} />
          </div>
        </div>
      )}
    </div>
  )
}

const MINUTE_MS = 60_000

function toQuestion(asked: AskedSpending, days: DayRange): Question {
  const step = fittingStep(days, asked.step ?? usualStep(days))
  const { by, where } = asked
  return { by, where, stretches: cutRange(days, step), when: tellPeriod(asked, days) }
}

function Budgets(props: Omit<BudgetListProps, 'spent'>) {
  const { data: spent } = useBudgetsSpent()
  return spent && <BudgetList {...props} spent={spent} />
}

/** What groups are called, as far as sessions and projects are listed. */
function useNames(): (by: Dimension, key: string) => string {
  const { data: projects = [] } = useProjects()
  const { data: sessions = [] } = useSessions()
  return (by, key) => nameGroup(by, key, { projects, sessions })
}

/** A group, a stretch, or a group in a stretch: its calls are listed. */
interface Picked {
  readonly stretch?: number | undefined
  readonly key?: string | undefined
}

interface ToldProps {
  readonly answered: Answered
  readonly asked: AskedSpending
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

interface SumsProps extends Pick<AskedSpending, 'measure'> {
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
        {...{ by, report, stretches, measure, nameOf: name }}
        picked={stretch}
        onPick={(at, key) => onPick({ stretch: at, key })}
      />
      <SpendingTable
        {...{ by, report, nameOf: name }}
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
