import { Pencil, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Model, Provider } from '#shared/contract/procedures/models.ts'
import { ModelName, type OwnModel, type Settings } from '#shared/settings/settings.ts'
import { dayOf } from '#shared/spending/day-ranges.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useOpenForm } from '../../../ui/forms/open-form.ts'
import { FormFoot } from '../controls/form-controls.tsx'
import shared from '../controls/settings.module.css'
import styles from './models.module.css'
import {
  type OwnModelDraft,
  readDraft,
  tellFigures,
  tellOwnModel,
  toDraft,
} from './own-model-draft.ts'

/** What a person says of models: it holds before what is known of them. */
export function OwnModels({ models }: { readonly models: Settings['models'] }) {
  const { open: editing, show, close } = useOpenForm()
  const entries = Object.entries(models)
  return (
    <>
      <h4 className={shared.part}>Your own entries</h4>
      <p className={shared.hint}>
        For a model that is not known, or whose price is not. Prices are for a million tokens; a
        model without one is shown as unpriced, never as free.
      </p>
      <ul className={shared.rows} aria-label="Your own entries">
        {entries.map(([name, model]) =>
          name === editing ? (
            <li key={name} className={shared.row}>
              <OwnModelForm name={name} model={model} onDone={() => close(name)} />
            </li>
          ) : (
            <OwnModelRow key={name} name={name} model={model} onEdit={() => show(name)} />
          ),
        )}
        {editing === NEW && (
          <li className={shared.row}>
            <OwnModelForm onDone={() => close(NEW)} />
          </li>
        )}
      </ul>
      {editing !== NEW && (
        <p className={styles.add}>
          <Button isSmall onClick={() => show(NEW)}>
            Add a model
          </Button>
        </p>
      )}
    </>
  )
}

/** No model is called that. */
const NEW = ''

interface OwnModelRowProps {
  readonly name: string
  readonly model: OwnModel
  readonly onEdit: () => void
}

function OwnModelRow({ name, model, onEdit }: OwnModelRowProps) {
  const client = useHost()
  const remove = useCommand(() =>
    client['settings.change']({ models: { [ModelName.parse(name)]: null } }),
  )
  return (
    <li className={shared.row}>
      <span className={shared.what}>
        <code>{name}</code>
        <small className={remove.error ? shared.error : undefined}>
          {remove.error ?? tellOwnModel(model)}
        </small>
      </span>
      <IconButton label={`Change ${name}`} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={() => void remove.run?.()}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

interface OwnModelFormProps {
  /** Absent: a new one. */
  readonly name?: string
  readonly model?: OwnModel
  readonly onDone: () => void
}

/** What a person knows of a model. */
function OwnModelForm({ name, model, onDone }: OwnModelFormProps) {
  const client = useHost()
  const [draft, setDraft] = useState(() => toDraft(name, model))
  const [wrong, setWrong] = useState<string>()
  const save = useCommand(client['settings.change'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(draft, dayOf(Date.now()), model)
    setWrong('error' in read ? read.error : undefined)
    if ('error' in read) return
    if (await save.run?.({ models: { [read.name]: read.model } })) onDone()
  }
  const field = (key: keyof OwnModelDraft) => ({
    value: draft[key],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setDraft({ ...draft, [key]: target.value }),
  })
  const error = wrong ?? save.error
  return (
    <form className={styles.entry} onSubmit={(event) => void submit(event)}>
      <Field
        label="Model"
        placeholder="provider:model"
        disabled={name !== undefined}
        ref={focusNew}
        {...field('name')}
      />
      <Field label="Shown as" placeholder="its name" {...field('label')} />
      <Field label="Context" placeholder="tokens" {...field('context')} />
      <Field label="Price in, $" placeholder="not known" {...field('inputUsd')} />
      <Field label="Price out, $" placeholder="not known" {...field('outputUsd')} />
      <FormFoot error={error} isBusy={save.isRunning} onCancel={onDone} />
    </form>
  )
}

/** The form opens at the list's end, often out of sight. */
function focusNew(field: HTMLInputElement | null): void {
  field?.form?.scrollIntoView({ block: 'nearest' })
  if (!field?.disabled) field?.focus()
}

interface PriceTableProps {
  readonly providers: readonly Provider[]
  /** What the person says of models. */
  readonly own: Settings['models']
}

/** What the models cost that can be used now, who says so, and since when; each can be said otherwise. */
export function PriceTable({ providers, own }: PriceTableProps) {
  const { open: editing, show, close } = useOpenForm()
  const models = providers
    .filter(({ isReady, isScripted }) => isReady && !isScripted)
    .flatMap((provider) => provider.models)
    .filter(({ name }) => !(name in own))
  if (models.length === 0) return null
  return (
    <>
      <h4 className={shared.part}>Prices</h4>
      <p className={shared.hint}>For a million tokens. A price that you give holds from now on.</p>
      <ul className={shared.rows} aria-label="Prices">
        {models.map((model) =>
          model.name === editing ? (
            <li key={model.name} className={shared.row}>
              <OwnModelForm
                name={model.name}
                model={toOwn(model)}
                onDone={() => close(model.name)}
              />
            </li>
          ) : (
            <PriceRow key={model.name} model={model} onEdit={() => show(model.name)} />
          ),
        )}
      </ul>
    </>
  )
}

/** What is known is where a person begins. */
function toOwn({ price }: Model): { price?: Omit<NonNullable<Model['price']>, 'source'> } {
  if (!price) return {}
  const { source: _, ...figures } = price
  return { price: figures }
}

function PriceRow({ model, onEdit }: { readonly model: Model; readonly onEdit: () => void }) {
  const { name, price } = model
  return (
    <li className={shared.row}>
      <span className={shared.what}>
        <code>{name}</code>
        <small>{price ? `${tellFigures(price)} · ${sourceOf(price)}` : 'unpriced'}</small>
      </span>
      <IconButton label={`Change the price of ${name}`} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function sourceOf({ source, asOf }: NonNullable<Model['price']>): string {
  return asOf === undefined ? source : `${source}, ${asOf}`
}
