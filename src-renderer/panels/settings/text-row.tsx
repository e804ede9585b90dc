import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import styles from './text-row.module.css'

export interface TextRowProps {
  readonly label: string
  /** Absent: what `placeholder` says holds. */
  readonly value: string | undefined
  readonly placeholder: string
  readonly hint: ReactNode
  readonly error?: string | undefined
  /** Why it can't be kept; `undefined`: it can. */
  readonly findWrong?: (text: string) => string | undefined
  readonly onKeep: (text: string | undefined) => void
}

/** A line of text that is kept when one leaves its field. */
export function TextRow({
  label,
  value,
  placeholder,
  hint,
  error,
  findWrong,
  onKeep,
}: TextRowProps) {
  const [written, write] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const keep = () => {
    if (written === undefined) return
    const text = written.trim() || undefined
    const found = text && findWrong?.(text)
    setWrong(found)
    if (found) return
    if (text !== value) onKeep(text)
    write(undefined)
  }
  return (
    <li className={styles.row}>
      <Field
        label={label}
        hint={hint}
        error={wrong ?? error}
        value={written ?? value ?? ''}
        placeholder={placeholder}
        onChange={(event) => write(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
    </li>
  )
}
