import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { AmountInput, parseAmount } from '../../../ui/forms/amount-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import styles from './form-controls.module.css'
import shared from './settings.module.css'

interface AmountRowProps {
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

interface TextRowProps {
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
    <li className={styles.textRow}>
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

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Value[]
  readonly onChoose: (value: Value) => void
}

/** One of a few, all in sight. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, choices, onChoose } = props
  return (
    <fieldset className={shared.line}>
      <legend>{label}</legend>
      <span aria-hidden="true">{label}</span>
      <div className={shared.segments}>
        {choices.map((choice) => (
          <label key={choice} data-chosen={choice === value}>
            <input
              type="radio"
              name={label}
              checked={choice === value}
              onChange={() => onChoose(choice)}
            />
            {choice}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface EditorHeadProps {
  readonly title: string
  /** What the list is called that it leads back to. */
  readonly list: string
  readonly onBack: () => void
}

/** Which one of a list is edited, and the way back to all of them. */
export function EditorHead({ title, list, onBack }: EditorHeadProps) {
  return (
    <div className={styles.head}>
      <Button variant="quiet" isSmall onClick={onBack}>
        <ChevronLeft aria-hidden="true" />
        {list}
      </Button>
      <h4 title={title}>{title}</h4>
    </div>
  )
}

interface FormFootProps {
  /** Why it was not kept. */
  readonly error: string | undefined
  readonly isBusy: boolean
  readonly onCancel: () => void
}

/** The end of a form for an entry of a list: what is wrong with it, and the ways out. */
export function FormFoot({ error, isBusy, onCancel }: FormFootProps) {
  return (
    <div className={styles.foot}>
      {error && <p role="alert">{error}</p>}
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" type="submit" disabled={isBusy}>
        Keep
      </Button>
    </div>
  )
}
