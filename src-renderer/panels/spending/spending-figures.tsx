import type { SpendingReport } from '#shared/spending/spending-query.ts'
import {
  formatCount,
  formatNumber,
  formatPriced,
  formatTokens,
  formatUsd,
} from '../../ui/format.ts'
import styles from './spending-panel.module.css'

export interface SpendingFiguresProps {
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
