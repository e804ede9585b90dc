import type { BudgetsSpent } from '#shared/contract/procedures/spending.ts'
import type { Budgets } from '#shared/settings/settings.ts'
import { forecast } from '#shared/spending/day-ranges.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Meter } from '../../ui/buttons/meter.tsx'
import { formatCost, formatUsd } from '../../ui/text/format.ts'
import styles from './budget-list.module.css'

export interface BudgetListProps {
  readonly spent: BudgetsSpent
  readonly nameOfProject: (key: string) => string
  /** In milliseconds since the epoch. */
  readonly now: number
}

/** How far each budget has come, and where the month is heading. */
export function BudgetList({ spent, nameOfProject, now }: BudgetListProps) {
  const { data: settings } = useHostQuery('settings.read', {})
  const { openSettings } = useNavigation()
  const bars = settings ? barsOf(settings.budgets, spent, nameOfProject) : []
  return (
    <section className={styles.budgets} aria-label="Budgets">
      <div className={styles.head}>
        <h2>Budgets</h2>
        <Button isSmall variant="quiet" onClick={() => openSettings('limits')}>
          {bars.length > 0 ? 'Change' : 'Set one'}
        </Button>
      </div>
      {bars.map(({ id, name, costUsd, limitUsd }) => (
        <div key={id} className={styles.budget}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.spent}>
            {formatUsd(costUsd)} of {formatUsd(limitUsd)}
          </span>
          <Meter share={costUsd / limitUsd} color={colorOf(costUsd / limitUsd)} />
        </div>
      ))}
      <Pace month={spent.month} now={now} />
    </section>
  )
}

/** Of what has no price nobody knows where it is heading. */
function Pace({ month, now }: { readonly month: BudgetsSpent['month']; readonly now: number }) {
  const { costUsd, unpricedCalls } = month
  return (
    <p className={styles.pace}>
      This month: <b>{formatCost(costUsd, unpricedCalls)}</b>.
      {costUsd > 0 && (
        <>
          {' '}
          At this pace {unpricedCalls > 0 ? 'what has a price' : 'it'} ends at{' '}
          <b>{formatUsd(forecast(month, now))}</b>.
        </>
      )}
    </p>
  )
}

interface Bar {
  readonly id: string
  readonly name: string
  readonly costUsd: number
  readonly limitUsd: number
}

/** Of the projects those that spent most; of sessions and runs the dearest. */
function barsOf(
  { month, project, session, run }: Budgets,
  spent: BudgetsSpent,
  nameOfProject: (key: string) => string,
): readonly Bar[] {
  const bars: Bar[] = []
  if (month)
    bars.push({ id: 'month', name: 'This month', costUsd: spent.month.costUsd, limitUsd: month })
  for (const { projectId, costUsd } of project ? spent.projects.slice(0, MOST_PROJECTS) : []) {
    bars.push({
      id: projectId,
      name: nameOfProject(projectId),
      costUsd,
      limitUsd: project ?? costUsd,
    })
  }
  const largest = (limitUsd: number | undefined, name: string, costUsd = 0) =>
    limitUsd === undefined ? [] : [{ id: name, name, costUsd, limitUsd }]
  return [
    ...bars,
    ...largest(session, 'Dearest session', spent.session?.costUsd),
    ...largest(run, 'Dearest run this month', spent.run?.costUsd),
  ]
}

const MOST_PROJECTS = 5
/** From here on a budget is about to pause work. */
const NEAR = 0.8

function colorOf(share: number): string {
  if (share >= 1) return 'var(--error)'
  return share >= NEAR ? 'var(--warn)' : 'var(--agent-1)'
}
