import { type FormEvent, useState } from 'react'
import type { Model, Provider } from '#shared/contract/procedures/models.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import { ModelName } from '#shared/settings/settings.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { AmountInput } from '../../ui/forms/amount-input.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { type CallArguments, toArguments } from '../calls/call-arguments.ts'
import styles from '../card.module.css'
import type { Decide } from './decide.ts'

interface AmountFormProps {
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

interface CheaperModelProps {
  /** The one at work, as `provider:model`. */
  readonly model: string
  readonly isBusy: boolean
  readonly onChoose: (model: string) => void
}

/** The models that are ready and cost less, to go on with in place of more money; absent where there is none. */
function CheaperModel({ model, isBusy, onChoose }: CheaperModelProps) {
  const { data: providers = [] } = useHostQuery('models.list', {})
  const groups = cheaperThan(model, providers)
  if (groups.length === 0) return null
  return (
    <Menu side="top" trigger={<Button disabled={isBusy}>Cheaper model…</Button>}>
      {groups.map((provider) => (
        <MenuChoices
          key={provider.id}
          label={provider.label}
          value={undefined}
          choices={choicesOf(provider)}
          onChoose={onChoose}
        />
      ))}
    </Menu>
  )
}

function choicesOf({ models }: Pick<Provider, 'models'>) {
  return models.map((model) => ({ value: model.name, label: model.label, hint: priceOf(model) }))
}

function priceOf({ price }: Model): string | undefined {
  return price && `$${price.inputUsd} in, $${price.outputUsd} out for a million tokens`
}

type Offered = Pick<Provider, 'id' | 'label' | 'models'>

/**
 * The models that are ready and cost less than one, by provider. Of a model whose price nobody knows
 * nothing is cheaper for sure: then it is every one that has a price.
 */
export function cheaperThan(name: string, providers: readonly Provider[]): readonly Offered[] {
  const current = providers.flatMap(({ models }) => models).find((one) => one.name === name)
  const most = current ? costOf(current) : undefined
  const isCheaper = (model: Model) => {
    const cost = costOf(model)
    return model.name !== name && cost !== undefined && (most === undefined || cost < most)
  }
  return providers
    .filter(({ isReady, isScripted }) => isReady && !isScripted)
    .map(({ id, label, models }) => ({ id, label, models: models.filter(isCheaper) }))
    .filter(({ models }) => models.length > 0)
}

/** Tokens that an agent reads for one that it says: it reads much more. */
const READ_PER_SAID = 10

function costOf({ price }: Model): number | undefined {
  return price && price.inputUsd * READ_PER_SAID + price.outputUsd
}

/** An amount in dollars that a call asks for, and the argument that says it. */
interface Amount {
  readonly name: string
  readonly usd: number
  readonly args: CallArguments
  /** The model it is for, and the argument that says it: another may be named in its place. */
  readonly model?: { readonly name: string; readonly model: ModelName }
}

/** Finds the amount that a budget request asks for: its one number, which is in dollars. */
export function findAmount({ type, args }: Pick<Approval, 'type' | 'args'>): Amount | undefined {
  const known = type === 'budget' ? toArguments(args) : undefined
  const numbers = Object.entries(known ?? {}).filter(([, value]) => typeof value === 'number')
  const [first, ...others] = numbers
  if (!known || !first || others.length > 0) return undefined
  const [name, usd] = first
  if (typeof usd !== 'number' || !/(_usd|Usd)$/.test(name)) return undefined
  const model = findModel(known)
  return { name, usd, args: known, ...(model && { model }) }
}

function findModel(args: CallArguments): Amount['model'] {
  for (const [name, value] of Object.entries(args)) {
    const model = ModelName.safeParse(value)
    if (model.success) return { name, model: model.data }
  }
  return undefined
}

/** Dollars as they were written; `undefined`: they are none, or nothing. */
export function readDollars(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  const usd = /^(?:\d+|\d*\.\d+)$/.test(plain) ? Number(plain) : 0
  return usd > 0 ? usd : undefined
}
