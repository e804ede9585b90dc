import type { InputHTMLAttributes } from 'react'
import { classNames } from '../styles/class-names.ts'
import styles from './amount-input.module.css'

interface AmountInputProps extends InputHTMLAttributes<HTMLInputElement> {
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

/** What a person wrote for an amount: `null` for nothing, `undefined` for what is none. */
export function parseAmount(text: string): number | null | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/[,\s]/g, '')
  if (plain === '') return null
  return /^\d+(\.\d+)?$|^\.\d+$/.test(plain) ? Number(plain) : undefined
}
