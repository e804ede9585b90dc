import type { SettingsPatch } from '#shared/contract/procedures/settings.ts'
import { BudgetScope, type Budgets, limitsOf, OwnLimits } from '#shared/settings/settings.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { Failure, Loading } from '../../../ui/loading/notice.tsx'
import { AmountRow } from '../controls/form-controls.tsx'
import shared from '../controls/settings.module.css'

type Change = (patch: SettingsPatch) => void

/** What ends a run, and how much may be spent. */
export function LimitsSection() {
  const { data: settings } = useHostQuery('settings.read', {})
  const client = useHost()
  const change = useCommand(client['settings.change'])
  if (!settings) return <Loading label="Loading the limits" rows={6} />
  const keep: Change = (patch) => void change.run?.(patch)
  return (
    <>
      <p className={shared.hint}>
        A model call is made only if its budgets have room for it; else the run pauses and asks.
        Under a budget, a model without a price is refused.
      </p>
      {change.error && <Failure>{change.error}</Failure>}
      <BudgetRows budgets={settings.budgets} onChange={keep} />
      <h4 className={shared.part}>Limits of a run</h4>
      <p className={shared.hint}>
        A run stops at its limit and can be resumed. Time spent waiting for you doesn't count.
      </p>
      <LimitRows limits={settings.limits} onChange={keep} />
    </>
  )
}

const budgetLabels: Readonly<Record<BudgetScope, string>> = {
  run: 'One run',
  session: 'A session',
  project: 'A project, all its sessions',
  month: 'A month, everything',
}

function BudgetRows({
  budgets,
  onChange,
}: {
  readonly budgets: Budgets
  readonly onChange: Change
}) {
  return (
    <ul className={shared.rows} aria-label="Budgets">
      {BudgetScope.options.map((scope) => (
        <AmountRow
          key={scope}
          label={budgetLabels[scope]}
          unit="$"
          value={budgets[scope]}
          placeholder="no budget"
          isRight={(amount) => amount > 0}
          wrong="Give an amount above 0, such as 2.50."
          onKeep={(amount) => onChange({ budgets: { [scope]: amount ?? null } })}
        />
      ))}
    </ul>
  )
}

type LimitName = Exclude<keyof OwnLimits, 'events'>

const limits: readonly { readonly name: LimitName; readonly label: string; wrong: string }[] = [
  { name: 'toolCalls', label: 'Tool calls', wrong: 'Give a whole number from 1 on.' },
  { name: 'minutes', label: 'Minutes', wrong: 'Give a number above 0.' },
  { name: 'failuresInRow', label: 'Failures in a row', wrong: 'Give a whole number from 1 on.' },
  {
    name: 'repeats',
    label: 'The same call with the same result',
    wrong: 'Give a whole number from 2 on.',
  },
]

const defaults = limitsOf({}, {})

function LimitRows({
  limits: own,
  onChange,
}: {
  readonly limits: OwnLimits
  readonly onChange: Change
}) {
  return (
    <ul className={shared.rows} aria-label="Limits of a run">
      {limits.map(({ name, label, wrong }) => (
        <AmountRow
          key={name}
          label={label}
          value={own[name] ?? undefined}
          placeholder={String(defaults[name])}
          isRight={(limit) => OwnLimits.shape[name].safeParse(limit).success}
          wrong={wrong}
          onKeep={(limit) => onChange({ limits: { [name]: limit ?? null } })}
          isNone={own[name] === null}
          onNone={(isNone) => onChange({ limits: { [name]: isNone ? 'none' : null } })}
        />
      ))}
    </ul>
  )
}
