import type { FormEvent, ReactNode } from 'react'
import styles from './inline-form.module.css'

export interface InlineFormProps {
  readonly onSubmit: () => void
  /** A field, its buttons behind it, and what came of them in a line of its own. */
  readonly children: ReactNode
}

/** One thing to be written, below the row that it is about. */
export function InlineForm({ onSubmit, children }: InlineFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
    </form>
  )
}
