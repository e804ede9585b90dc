import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import styles from './text-row.module.css'

export interface TextRowProps {
  readonly label: string
  /** Absent: what `placeholder` says holds. */
  readonly value: string | undefined
  readonly placeholder: string
  readonly hint: ReactNode
  /** Absent: it was taken. */
  readonly error?: string | undefined
  readonly onKeep: (text: string | undefined) => void
}

/** A line of text that is kept when one leaves its field. */
export function TextRow({ label, value, placeholder, hint, error, onKeep }: TextRowProps) {
  const [written, write] = useState<string>()
  const keep = () => {
    if (written === undefined) return
    const text = written.trim() || undefined
    if (text !== value) onKeep(text)
    write(undefined)
  }
  return (
    <li className={styles.row}>
      <Field
        label={label}
        hint={hint}
        error={error}
        value={written ?? value ?? ''}
        placeholder={placeholder}
        onChange={(event) => write(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
    </li>
  )
}
