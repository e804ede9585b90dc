import type { InputHTMLAttributes } from 'react'
import styles from './amount-input.module.css'
import { classNames } from './class-names.ts'

export interface AmountInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Stands in front of the figure. */
  readonly unit?: string | undefined
  /** Gives it its width. */
  readonly className?: string | undefined
}

/** A figure that can be changed, with its unit. Whoever uses it labels it. */
export function AmountInput({ unit, className, ...rest }: AmountInputProps) {
  return (
    <span className={classNames(styles.field, className)}>
      {unit && <span aria-hidden="true">{unit}</span>}
      <input {...rest} inputMode="decimal" autoComplete="off" />
    </span>
  )
}
