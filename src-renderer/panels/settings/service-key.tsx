import { type FormEvent, useState } from 'react'
import type { KeyedService } from '#shared/contract/settings.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './text-row.module.css'

/** The key of a service that tools of agents ask: kept, and never shown again. */
export function ServiceKey({ service }: { readonly service: KeyedService }) {
  const { id, label, keySource, keyEnv, isKept } = service
  const client = useHost()
  const [key, setKey] = useState('')
  const keep = useCommand(client['settings.setServiceKey'])
  const remove = useCommand(client['settings.removeServiceKey'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await keep.run?.({ service: id, key })) setKey((now) => (now === key ? '' : now))
  }
  const found = keySource
    ? `Its key: ${keySource}.`
    : `None yet: agents can’t search the web. ${keyEnv} in the environment does too.`
  return (
    <li className={styles.row}>
      <form className={styles.key} onSubmit={(event) => void submit(event)}>
        <Field
          label={`Key of ${label}, which searches the web`}
          type="password"
          placeholder="Paste the key"
          value={key}
          hint={found}
          error={keep.error ?? remove.error}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button type="submit" disabled={!key.trim() || keep.isRunning}>
          Keep
        </Button>
        {isKept && (
          <Button disabled={remove.isRunning} onClick={() => void remove.run?.({ service: id })}>
            Remove
          </Button>
        )}
      </form>
    </li>
  )
}
