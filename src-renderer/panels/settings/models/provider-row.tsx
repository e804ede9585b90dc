import { CircleDashed } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyCheck, Provider } from '#shared/contract/procedures/models.ts'
import { KeyAnswer, KeyForm } from '../../../cards/provider-keys/key-form.tsx'
import { providerFact, ReadyIcon } from '../../../cards/provider-keys/provider-status.tsx'
import { useHost } from '../../../connection/host-context.tsx'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field, InlineForm } from '../../../ui/forms/field.tsx'
import { useOpenForm } from '../../../ui/forms/open-form.ts'
import { DeleteDialog } from '../../../ui/overlays/confirmation.tsx'
import styles from './models.module.css'

type Form = 'key' | 'address'

/** A provider: whether it is ready, what would make it so, and what came of trying it. */
export function ProviderRow({ provider }: { readonly provider: Provider }) {
  const form = useOpenForm<Form>()
  const [answer, setAnswer] = useState<KeyCheck>()
  const opener = useRef<Element>(null)
  const edit = (name: Form) => {
    opener.current = document.activeElement
    setAnswer(undefined)
    form.show(name)
  }
  // Else the focus falls to the dialog as a whole, with the form that held it.
  const close = (name: Form) => {
    if (form.close(name) && opener.current instanceof HTMLElement) opener.current.focus()
  }
  const { label } = provider
  return (
    <li className={styles.provider}>
      <div className={styles.providerHead}>
        <ReadyIcon provider={provider} className={styles.ready} missing={CircleDashed} />
        <b>{label}</b>
        <span title={providerFact(provider)}>{providerFact(provider)}</span>
        <ProviderButtons provider={provider} onEdit={edit} onAnswer={setAnswer} />
      </div>
      {answer && <KeyAnswer answer={answer} />}
      {form.open === 'key' && (
        <KeyForm
          provider={provider}
          onKept={(given) => {
            close('key')
            setAnswer(given)
          }}
          onCancel={() => close('key')}
        />
      )}
      {form.open === 'address' && (
        <AddressForm provider={provider} onDone={() => close('address')} />
      )}
    </li>
  )
}

interface ProviderButtonsProps {
  readonly provider: Provider
  readonly onEdit: (form: Form) => void
  readonly onAnswer: (answer: KeyCheck | undefined) => void
}

function ProviderButtons({ provider, onEdit, onAnswer }: ProviderButtonsProps) {
  const { id, label, needsKey, needsBaseUrl, keySource, baseUrl, isScripted } = provider
  const client = useHost()
  const [isRemoving, setRemoving] = useState(false)
  const check = useCommand(async () => {
    onAnswer(undefined)
    onAnswer(await client['models.check']({ provider: id }))
  })
  const remove = useCommand(async () => {
    onAnswer(undefined)
    await client['models.removeKey']({ provider: id })
    setRemoving(false)
  })
  const canCheck = !isScripted && (!needsKey || keySource) && (!needsBaseUrl || baseUrl)
  return (
    <>
      {check.error && <span className={styles.error}>{check.error}</span>}
      {canCheck && (
        <ProviderButton label={label} isBusy={check.isRunning} onClick={() => void check.run?.()}>
          {check.isRunning ? 'Checking…' : 'Check'}
        </ProviderButton>
      )}
      {needsBaseUrl && (
        <ProviderButton label={label} onClick={() => onEdit('address')}>
          Address
        </ProviderButton>
      )}
      {(needsKey || needsBaseUrl) && (
        <ProviderButton label={label} onClick={() => onEdit('key')}>
          {keySource ? 'Change key' : 'Add key'}
        </ProviderButton>
      )}
      {isKept(keySource) && (
        <ProviderButton label={label} onClick={() => setRemoving(true)}>
          Remove key
        </ProviderButton>
      )}
      {isRemoving && (
        <DeleteDialog
          title={`Remove the key of ${label}`}
          description="Orrery does not give keys out again: to have it back you have to enter it anew."
          action="Remove the key"
          isDeleting={remove.isRunning}
          error={remove.error}
          onDelete={() => void remove.run?.()}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

interface ProviderButtonProps {
  readonly label: string
  readonly isBusy?: boolean
  readonly onClick: () => void
  readonly children: string
}

function ProviderButton({ label, isBusy, onClick, children }: ProviderButtonProps) {
  return (
    <Button
      isSmall
      variant="quiet"
      disabled={isBusy}
      aria-label={`${children}: ${label}`}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

/** What the environment gives cannot be taken away here. */
function isKept(keySource: string | undefined): boolean {
  return keySource !== undefined && !keySource.endsWith(' in the environment')
}

/** Where a provider is reached. */
function AddressForm({
  provider,
  onDone,
}: {
  readonly provider: Provider
  readonly onDone: () => void
}) {
  const client = useHost()
  const [address, setAddress] = useState(provider.baseUrl ?? '')
  const save = useCommand(client['settings.change'])
  const submit = async () => {
    const baseUrls = { [provider.id]: address.trim() || null }
    if (await save.run?.({ baseUrls })) onDone()
  }
  return (
    <InlineForm onSubmit={() => void submit()}>
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
    </InlineForm>
  )
}
