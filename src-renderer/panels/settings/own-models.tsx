import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { ModelName, type OwnModel, type Settings } from '#shared/settings.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './models.module.css'
import { OwnModelForm } from './own-model-form.tsx'
import { tellOwnModel } from './own-model-words.ts'
import shared from './settings.module.css'

/** What a person says of models: it holds before what is known of them. */
export function OwnModels({ models }: { readonly models: Settings['models'] }) {
  const [editing, setEditing] = useState<string>()
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
              <OwnModelForm name={name} model={model} onDone={() => setEditing(undefined)} />
            </li>
          ) : (
            <OwnModelRow key={name} name={name} model={model} onEdit={() => setEditing(name)} />
          ),
        )}
        {editing === NEW && (
          <li className={shared.row}>
            <OwnModelForm onDone={() => setEditing(undefined)} />
          </li>
        )}
      </ul>
      {editing !== NEW && (
        <p className={styles.add}>
          <Button isSmall onClick={() => setEditing(NEW)}>
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
