import { ChevronDown } from 'lucide-react'
import { Dimension } from '#shared/spending/spending-query.ts'
import type { Step } from '#shared/spending/stretches.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import type { Ask, AskedSpending } from './asked-spending.ts'
import { dimensionNames } from './group-names.ts'
import styles from './spending-panel.module.css'

export interface SpendingHeadProps {
  readonly asked: AskedSpending
  readonly step: Step
  readonly onAsk: Ask
}

/** What the bars are: of money or tokens, how long each lasts, and what they are told apart by. */
export function SpendingHead({
  asked: { by, measure, step: asked },
  step,
  onAsk,
}: SpendingHeadProps) {
  return (
    <div className={styles.head}>
      <h2>
        {measure === 'cost' ? 'Spend' : 'Tokens'} by {step}
      </h2>
      <Choice
        label="Show"
        value={measure}
        choices={{ cost: 'cost', tokens: 'tokens' }}
        onChoose={(chosen) => onAsk({ measure: chosen })}
      />
      <Choice
        label="Bars by"
        value={asked ?? USUAL}
        choices={{
          usual: `automatic: by ${step}`,
          ...{ hour: 'by hour', day: 'by day', week: 'by week', month: 'by month' },
        }}
        onChoose={(chosen) => onAsk({ step: chosen === USUAL ? undefined : chosen })}
      />
      <Choice
        label="Told apart by"
        value={by}
        choices={dimensionNames}
        onChoose={(chosen) => onAsk({ by: Dimension.parse(chosen) })}
      />
    </div>
  )
}

const USUAL = 'usual'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: Readonly<Record<Value, string>>
  readonly onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  // The names are this object's own.
  const values = Object.keys(choices) as Value[]
  return (
    <Menu
      align="end"
      trigger={
        <Button isSmall variant="quiet" aria-label={`${label}: ${choices[value]}`}>
          {choices[value]} <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <MenuChoices
        label={label}
        value={value}
        choices={values.map((one) => ({ value: one, label: choices[one] }))}
        onChoose={(chosen) => {
          const found = values.find((one) => one === chosen)
          if (found) onChoose(found)
        }}
      />
    </Menu>
  )
}
