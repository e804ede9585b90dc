import { DollarSign } from 'lucide-react'
import { useState } from 'react'
import { AppError } from '#shared/error.ts'
import type { Dimension, SpendingReport } from '#shared/spending/spending-query.ts'
import { cutRange, describeStretch, type Stretches, usualStep } from '#shared/spending/stretches.ts'
import { useProjects, useSessions } from '../../client/documents.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import {
  type Ask,
  type AskedSpending,
  daysOf,
  tellPeriod,
  useAskedSpending,
} from './asked-spending.ts'
import { BudgetList } from './budget-list.tsx'
import { CallList } from './call-list.tsx'
import { filterFor, nameGroup } from './group-names.ts'
import { saveReport } from './save-report.ts'
import { SpendingChart } from './spending-chart.tsx'
import { SpendingFigures } from './spending-figures.tsx'
import { SpendingHead } from './spending-head.tsx'
import styles from './spending-panel.module.css'
import { SpendingTable } from './spending-table.tsx'
import { SpendingToolbar } from './spending-toolbar.tsx'
import { useBudgetsSpent, useReport } from './use-spending.ts'

/** What was spent over time and on what, in all sessions there are, down to each model call. */
export function SpendingPanel() {
  const [now] = useState(Date.now)
  const [asked, onAsk] = useAskedSpending()
  const days = daysOf(asked, now)
  const stretches = cutRange(days, asked.step ?? usualStep(days))
  const { by, where } = asked
  const { data: report, error } = useReport({ edges: [...stretches.edges], by, where })
  const { data: spent } = useBudgetsSpent()
  const nameOf = useNames()
  return (
    <div className={styles.panel}>
      <SpendingToolbar
        {...{ asked, days, nameOf, onAsk }}
        onExport={(format) => report && saveReport(report, (key) => nameOf(by, key), format)}
      />
      {error && <Failure>{AppError.toWire(error).message}</Failure>}
      {!report && !error && <Loading label="Adding up what was spent" rows={6} />}
      {report && (
        <div className={styles.body}>
          <SpendingFigures report={report} when={tellPeriod(asked, days)} />
          <div className={styles.columns}>
            <Told {...{ report, stretches, asked, onAsk, nameOf }} />
            {spent && (
              <BudgetList spent={spent} nameOfProject={(key) => nameOf('project', key)} now={now} />
            )}
          </div>
        </div>
      )}
    </div>
  )
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
  readonly report: SpendingReport
  readonly stretches: Stretches
  readonly asked: AskedSpending
  readonly onAsk: Ask
  readonly nameOf: (by: Dimension, key: string) => string
}

function Told({ report, stretches, asked, onAsk, nameOf }: ToldProps) {
  const [picked, pick] = useState<Picked>()
  const { by, measure, where } = asked
  const name = (key: string) => nameOf(by, key)
  const ask: Ask = (change) => {
    pick(undefined)
    onAsk(change)
  }
  const { key } = picked ?? {}
  return (
    <section className={styles.told} aria-label="Spending">
      <SpendingHead asked={asked} step={stretches.step} onAsk={ask} />
      {report.total.calls === 0 ? (
        <Empty icon={<DollarSign aria-hidden="true" />}>
          No model was called in this time. Choose another, or fewer filters.
        </Empty>
      ) : (
        <>
          <SpendingChart
            {...{ report, stretches, measure, nameOf: name }}
            picked={picked?.stretch}
            onPick={(stretch, group) => pick({ stretch, key: group })}
          />
          <SpendingTable
            {...{ by, report, nameOf: name }}
            picked={key}
            onPick={(group) => pick({ key: group })}
          />
        </>
      )}
      {picked && (
        <CallList
          asked={callsOf(picked, { stretches, asked })}
          title={titleOf(picked, { stretches, name })}
          onNarrow={
            key === undefined
              ? undefined
              : () => ask({ where: { ...where, ...filterFor(by, key) } })
          }
          onClose={() => pick(undefined)}
        />
      )}
    </section>
  )
}

function callsOf(
  { stretch, key }: Picked,
  { stretches: { edges }, asked: { by, where } }: Pick<ToldProps, 'stretches' | 'asked'>,
) {
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
