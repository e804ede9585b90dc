import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Model, Provider } from '#shared/contract/models.ts'
import type { Settings } from '#shared/settings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { OwnModelForm } from './own-model-form.tsx'
import { tellFigures } from './own-model-words.ts'
import shared from './settings.module.css'

export interface PriceTableProps {
  readonly providers: readonly Provider[]
  /** What the person says of models. */
  readonly own: Settings['models']
}

/** What the models cost that can be used now, who says so, and since when; each can be said otherwise. */
export function PriceTable({ providers, own }: PriceTableProps) {
  const [editing, setEditing] = useState<string>()
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
                onDone={() => setEditing(undefined)}
              />
            </li>
          ) : (
            <PriceRow key={model.name} model={model} onEdit={() => setEditing(model.name)} />
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
