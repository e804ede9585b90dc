import { ChevronDown, Download, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { type DayRange, dayOf } from '#shared/spending/day-ranges.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Menu, MenuChoices, MenuItem } from '../../ui/overlays/menu.tsx'
import {
  chosenIn,
  dimensionNames,
  filterFor,
  type nameGroup,
  withoutChoice,
} from './spending-groups.ts'
import styles from './spending-toolbar.module.css'
import { type Ask, Period, type RequestedSpending } from './use-spending.ts'

interface SpendingToolbarProps {
  readonly asked: RequestedSpending
  readonly days: DayRange
  readonly nameOf: (by: Parameters<typeof nameGroup>[0], key: string) => string
  readonly onAsk: Ask
  /** Absent while what is shown is not what is asked. */
  readonly onExport: ((format: 'csv' | 'json') => void) | undefined
}

/** Of what and when spending is told, and the way to take it along. */
export function SpendingToolbar({ asked, days, nameOf, onAsk, onExport }: SpendingToolbarProps) {
  const { period, where } = asked
  return (
    <div className={styles.toolbar}>
      <ProjectChoice asked={asked} onAsk={onAsk} />
      <Menu trigger={trigger('Period', nameOfPeriod(period))}>
        <MenuChoices
          label="Period"
          value={period}
          choices={Period.options.map((value) => ({ value, label: nameOfPeriod(value) }))}
          onChoose={(value) =>
            onAsk({ period: Period.parse(value), ...(value === 'custom' && days) })
          }
        />
      </Menu>
      {period === 'custom' && <Days days={days} onAsk={onAsk} />}
      {chosenIn(where)
        .filter(([by]) => by !== 'project')
        .map(([by, key]) => (
          <Button
            key={by}
            isSmall
            aria-label={`No longer only the ${dimensionNames[by]} ${nameOf(by, key)}`}
            onClick={() => onAsk({ where: withoutChoice(where, by) })}
          >
            {dimensionNames[by]}: {nameOf(by, key)} <X aria-hidden="true" />
          </Button>
        ))}
      <span className={styles.gap} />
      <Menu
        align="end"
        trigger={
          <Button isSmall disabled={!onExport}>
            <Download aria-hidden="true" /> Export
          </Button>
        }
      >
        <MenuItem onSelect={() => onExport?.('csv')}>As CSV, for a spreadsheet</MenuItem>
        <MenuItem onSelect={() => onExport?.('json')}>As JSON</MenuItem>
      </Menu>
    </div>
  )
}

function trigger(what: string, shown: string): ReactElement {
  return (
    <Button isSmall aria-label={`${what}: ${shown}`}>
      {shown} <ChevronDown aria-hidden="true" />
    </Button>
  )
}

function nameOfPeriod(period: Period): string {
  if (period === 'custom') return 'Chosen days'
  return period.startsWith('this') ? period.replace('t', 'T') : `Last ${period}`
}

const ALL = 'all'

function ProjectChoice({ asked: { where }, onAsk }: Pick<SpendingToolbarProps, 'asked' | 'onAsk'>) {
  const { data: projects = [] } = useHostQuery('projects.list', {})
  const name = projects.find(({ id }) => id === where.projectId)?.name ?? 'All projects'
  const choices = [
    { value: ALL, label: 'All projects' },
    ...projects.map(({ id, name: label }) => ({ value: id, label })),
  ]
  return (
    <Menu trigger={trigger('Project', name)}>
      <MenuChoices
        label="Project"
        value={where.projectId ?? ALL}
        choices={choices}
        onChoose={(value) => {
          const rest = withoutChoice(where, 'project')
          onAsk({ where: value === ALL ? rest : { ...rest, ...filterFor('project', value) } })
        }}
      />
    </Menu>
  )
}

function Days({ days, onAsk }: Pick<SpendingToolbarProps, 'days' | 'onAsk'>) {
  return (
    <div className={styles.days}>
      {(['from', 'to'] as const).map((end) => (
        <Field
          type="date"
          label={end === 'from' ? 'First day' : 'Last day'}
          isLabelHidden
          key={`${end} ${days[end]}`}
          defaultValue={days[end]}
          max={dayOf(Date.now())}
          onBlur={({ target }) => target.value !== '' && onAsk({ ...days, [end]: target.value })}
        />
      ))}
    </div>
  )
}
