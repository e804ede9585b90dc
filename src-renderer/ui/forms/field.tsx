import {
  type ComponentProps,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
} from 'react'
import styles from './field.module.css'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
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

/** A field of several lines; whoever draws it labels it. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea {...props} className={styles.area} />
}

interface InlineFormProps {
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
