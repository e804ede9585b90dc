import { ChevronDown } from 'lucide-react'
import type { Step } from '#shared/spending/day-ranges.ts'
import { Dimension, type SpendingReport } from '#shared/spending/spending-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import {
  formatCount,
  formatNumber,
  formatPriced,
  formatTokens,
  formatUsd,
} from '../../ui/text/format.ts'
import { dimensionNames } from './spending-groups.ts'
import styles from './spending-panel.module.css'
import type { Ask, RequestedSpending } from './use-spending.ts'

interface SpendingHeadProps {
  readonly asked: RequestedSpending
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
          hour: 'by hour',
          day: 'by day',
          week: 'by week',
          month: 'by month',
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

interface SpendingFiguresProps {
  readonly report: SpendingReport
  /** `in 21 days` */
  readonly when: string
}

/** What it comes to, in a few figures. */
export function SpendingFigures({ report, when }: SpendingFiguresProps) {
  const { total, sessions, medianSessionUsd, accepted = 0 } = report
  const { calls, inputTokens, outputTokens, cacheReadTokens, savedUsd, unpricedCalls } = total
  const tokens = Math.round(inputTokens + outputTokens)
  return (
    <dl className={styles.figures}>
      <Figure value={formatPriced(total.costUsd, unpricedCalls)} label={`spent ${when}`} />
      <Figure
        value={formatPriced(medianSessionUsd, unpricedCalls)}
        label={`median of ${formatNumber(sessions, 'session')}`}
      />
      <Figure
        value={formatTokens(tokens)}
        label={`tokens in ${formatNumber(Math.ceil(calls), 'model call')}`}
      />
      {accepted > 0 && total.costUsd > 0 && (
        <Figure
          value={formatUsd(total.costUsd / accepted)}
          label={`for each of ${formatNumber(accepted, 'accepted change')}`}
        />
      )}
      {inputTokens > 0 && (
        <Figure
          value={`${Math.round((cacheReadTokens / inputTokens) * 100)} %`}
          label={`of input read from cache${savedWords(savedUsd)}`}
        />
      )}
      {unpricedCalls > 0 && (
        <Figure value={formatCount(unpricedCalls)} label="calls without a price" />
      )}
    </dl>
  )
}

function savedWords(usd: number): string {
  if (usd === 0) return ''
  return usd > 0 ? `, saved ${formatUsd(usd)}` : `, cost ${formatUsd(-usd)} to fill`
}

function Figure({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
