import { type FormEvent, useState } from 'react'
import { AmountInput } from '../ui/amount-input.tsx'
import { Button } from '../ui/button.tsx'
import { type Amount, readDollars } from './approval-amount.ts'
import styles from './card.module.css'
import { CheaperModel } from './cheaper-model.tsx'
import type { Decide } from './decide.ts'

export interface AmountFormProps {
  readonly amount: Amount
  /** As it was changed so far. */
  readonly text: string | undefined
  readonly isBusy: boolean
  readonly onWrite: (text: string) => void
  readonly onDone: (decision: Decide) => void
}

/** An amount that is asked for: it can be approved as it is, changed, or refused. */
export function AmountForm({ amount, isBusy, onWrite, onDone, ...draft }: AmountFormProps) {
  const [isWrong, setWrong] = useState(false)
  const text = draft.text ?? toDollars(amount.usd)
  const usd = readDollars(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(usd === undefined)
    if (usd === undefined) return
    if (usd === amount.usd) onDone({ decision: 'approve' })
    else onDone({ decision: 'edit', args: { ...amount.args, [amount.name]: usd } })
  }
  return (
    <form className={styles.amount} onSubmit={submit} aria-label="Decide">
      <AmountInput
        className={styles.dollars}
        unit="$"
        aria-label="Amount in dollars"
        value={text}
        aria-invalid={isWrong}
        onChange={(event) => {
          setWrong(false)
          onWrite(event.target.value)
        }}
      />
      <Button variant="primary" type="submit" disabled={isBusy} data-focus="approval">
        Raise it
      </Button>
      {amount.model && (
        <CheaperModel
          model={amount.model.model}
          isBusy={isBusy}
          onChoose={(model) => onDone(withModel(amount, model))}
        />
      )}
      <Button onClick={() => onDone({ decision: 'reject' })} disabled={isBusy}>
        End the run
      </Button>
      {isWrong && (
        <p className={styles.error} role="alert">
          Give an amount above 0, such as 2.50.
        </p>
      )}
    </form>
  )
}

function withModel({ args, model }: Amount, chosen: string): Decide {
  return { decision: 'edit', args: { ...args, ...(model && { [model.name]: chosen }) } }
}

/** With its cents, where it has no more than those. */
function toDollars(usd: number): string {
  const inCents = usd.toFixed(2)
  return Number(inCents) === usd ? inCents : String(usd)
}
