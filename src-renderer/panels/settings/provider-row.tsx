import { Check, CircleDashed } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Provider } from '#shared/contract/models.ts'
import { useHost } from '../../client/host-context.tsx'
import { providerFact } from '../../client/provider-fact.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './settings.module.css'

type Editing = 'key' | 'address' | undefined

/** A provider: whether it is ready, and what would make it so. */
export function ProviderRow({ provider }: { readonly provider: Provider }) {
  const [editing, setEditing] = useState<Editing>()
  const { label, isReady, needsKey, needsBaseUrl, keySource } = provider
  const client = useHost()
  const remove = useCommand(() => client['models.removeKey']({ provider: provider.id }))
  return (
    <li className={styles.provider}>
      <div className={styles.providerHead}>
        {isReady ? (
          <Check className={styles.ready} aria-label="ready" />
        ) : (
          <CircleDashed aria-label="not ready" />
        )}
        <b>{label}</b>
        <span title={providerFact(provider)}>{remove.error ?? providerFact(provider)}</span>
        {needsBaseUrl && (
          <Button isSmall variant="quiet" onClick={() => setEditing('address')}>
            Address
          </Button>
        )}
        {(needsKey || needsBaseUrl) && (
          <Button isSmall variant="quiet" onClick={() => setEditing('key')}>
            {keySource ? 'Change key' : 'Add key'}
          </Button>
        )}
        {isKept(keySource) && (
          <Button isSmall variant="quiet" onClick={() => void remove.run?.()}>
            Remove
          </Button>
        )}
      </div>
      {editing === 'key' && <KeyForm provider={provider} onDone={() => setEditing(undefined)} />}
      {editing === 'address' && (
        <AddressForm provider={provider} onDone={() => setEditing(undefined)} />
      )}
    </li>
  )
}

/** What the environment gives cannot be taken away here. */
function isKept(keySource: string | undefined): boolean {
  return keySource !== undefined && !/^[A-Z][A-Z0-9_]+$/.test(keySource)
}

interface FormProps {
  readonly provider: Provider
  readonly onDone: () => void
}

function KeyForm({ provider, onDone }: FormProps) {
  const client = useHost()
  const [key, setKey] = useState('')
  const save = useCommand(client['models.setKey'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save.run?.({ provider: provider.id, key: key.trim() })) onDone()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Field
        label={`Key of ${provider.label}`}
        isLabelHidden
        type="password"
        placeholder="Paste the key"
        value={key}
        error={save.error}
        ref={(field) => field?.focus()}
        onChange={(event) => setKey(event.target.value)}
      />
      <Button variant="primary" type="submit" disabled={!key.trim() || save.isRunning}>
        Keep
      </Button>
      <Button onClick={onDone}>Cancel</Button>
    </form>
  )
}

function AddressForm({ provider, onDone }: FormProps) {
  const client = useHost()
  const [address, setAddress] = useState(provider.baseUrl ?? '')
  const save = useCommand(client['settings.change'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const baseUrls = { [provider.id]: address.trim() || null }
    if (await save.run?.({ baseUrls })) onDone()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Field
        label={`Address of ${provider.label}`}
        isLabelHidden
        type="url"
        placeholder="http://127.0.0.1:11434/v1"
        value={address}
        error={save.error}
        ref={(field) => field?.focus()}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button variant="primary" type="submit" disabled={save.isRunning}>
        Keep
      </Button>
      <Button onClick={onDone}>Cancel</Button>
    </form>
  )
}
