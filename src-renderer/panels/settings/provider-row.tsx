import { CircleDashed } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyCheck, Provider } from '#shared/contract/models.ts'
import { KeyAnswer } from '../../cards/key-answer.tsx'
import { KeyForm } from '../../cards/key-form.tsx'
import { ReadyIcon } from '../../cards/ready-icon.tsx'
import { useHost } from '../../client/host-context.tsx'
import { providerFact } from '../../client/provider-fact.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { AddressForm } from './address-form.tsx'
import styles from './models.module.css'

type Editing = 'key' | 'address' | undefined

/** A provider: whether it is ready, what would make it so, and what came of trying it. */
export function ProviderRow({ provider }: { readonly provider: Provider }) {
  const [editing, setEditing] = useState<Editing>()
  const [answer, setAnswer] = useState<KeyCheck>()
  const opener = useRef<Element>(null)
  const edit = (what: Editing) => {
    opener.current = document.activeElement
    setAnswer(undefined)
    setEditing(what)
  }
  // Else the focus falls to the dialog as a whole, with the form that held it.
  const close = () => {
    setEditing(undefined)
    if (opener.current instanceof HTMLElement) opener.current.focus()
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
      {editing === 'key' && (
        <KeyForm
          provider={provider}
          onKept={(given) => {
            close()
            setAnswer(given)
          }}
          onCancel={close}
        />
      )}
      {editing === 'address' && <AddressForm provider={provider} onDone={close} />}
    </li>
  )
}

interface ProviderButtonsProps {
  readonly provider: Provider
  readonly onEdit: (what: Editing) => void
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
