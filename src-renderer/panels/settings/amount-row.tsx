import { useId, useState } from 'react'
import { AmountInput } from '../../ui/amount-input.tsx'
import { parseAmount } from '../../ui/parse-amount.ts'
import styles from './limits.module.css'

export interface AmountRowProps {
  readonly label: string
  readonly unit?: string
  /** Absent: what `placeholder` says holds. */
  readonly value: number | undefined
  readonly placeholder: string
  readonly isRight: (amount: number) => boolean
  /** The sentence where it is not. */
  readonly wrong: string
  readonly onKeep: (amount: number | undefined) => void
  /** There is no limit at all. */
  readonly isNone?: boolean
  readonly onNone?: (isNone: boolean) => void
}

/** An amount that is kept when one leaves its field. */
export function AmountRow(props: AmountRowProps) {
  const { label, unit, placeholder, isNone = false, onNone } = props
  const id = useId()
  const { text, error, write, keep } = useAmountText(props)
  return (
    <li className={styles.row}>
      <label htmlFor={id} className={styles.label}>
        {label}
        <span id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </span>
      </label>
      <AmountInput
        className={styles.amount}
        unit={unit}
        id={id}
        value={isNone ? '' : text}
        placeholder={isNone ? 'no limit' : placeholder}
        disabled={isNone}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => write(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
      {onNone && (
        <label className={styles.none}>
          <input
            type="checkbox"
            checked={isNone}
            aria-label={`${label}: no limit`}
            onChange={(event) => onNone(event.target.checked)}
          />
          no limit
        </label>
      )}
    </li>
  )
}

function useAmountText({ value, isRight, wrong, onKeep }: AmountRowProps) {
  const [written, write] = useState<string>()
  const [error, setError] = useState<string>()
  const keep = () => {
    if (written === undefined) return
    const amount = parseAmount(written)
    const isWrong = amount === undefined || (amount !== null && !isRight(amount))
    setError(isWrong ? wrong : undefined)
    if (isWrong) return
    write(undefined)
    if ((amount ?? undefined) !== value) onKeep(amount ?? undefined)
  }
  return { text: written ?? (value === undefined ? '' : String(value)), error, write, keep }
}
