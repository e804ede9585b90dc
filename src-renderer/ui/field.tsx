import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './field.module.css'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled line of text. */
export function Field({ label, isLabelHidden, hint, error, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? styles.hidden : styles.label}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        autoComplete="off"
      />
      <p id={`${id}-hint`} className={error ? styles.error : styles.hint}>
        {error ?? hint}
      </p>
    </div>
  )
}
