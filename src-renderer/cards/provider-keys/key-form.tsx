import { Check, TriangleAlert, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { KeyCheck, Provider } from '#shared/contract/procedures/models.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field, InlineForm } from '../../ui/forms/field.tsx'
import styles from './key.module.css'

interface KeyFormProps {
  readonly provider: Provider
  /** The key is in the store; with what was said of it. */
  readonly onKept: (answer: KeyCheck) => void
  readonly onCancel: () => void
}

/** A key is tried as it is entered; one that is refused is kept only where a person insists. */
export function KeyForm({ provider, onKept, onCancel }: KeyFormProps) {
  const client = useHost()
  const [key, setKey] = useState('')
  const [refusal, setRefusal] = useState<KeyCheck>()
  const save = useCommand(async (force: boolean) => {
    setRefusal(undefined)
    const asked = { provider: provider.id, key: key.trim(), force }
    const { isKept, ...answer } = await client['models.setKey'](asked)
    if (isKept) onKept(toKept(answer))
    else setRefusal(answer)
  })
  return (
    <InlineForm onSubmit={() => void save.run?.(false)}>
      <Field
        label={`Key of ${provider.label}`}
        isLabelHidden
        type="password"
        placeholder="Paste the key"
        value={key}
        error={save.error}
        ref={(field) => field?.focus()}
        onChange={(event) => {
          setKey(event.target.value)
          setRefusal(undefined)
        }}
      />
      <Button variant="primary" type="submit" disabled={!key.trim() || save.isRunning}>
        {save.isRunning ? 'Trying it…' : 'Try and keep'}
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
      {refusal && (
        <div className={styles.refusal}>
          <KeyAnswer answer={refusal} />
          <Button isSmall disabled={save.isRunning} onClick={() => void save.run?.(true)}>
            Keep it anyway
          </Button>
        </div>
      )}
    </InlineForm>
  )
}

function toKept({ status, message }: KeyCheck): KeyCheck {
  return { status, message: status === 'unreachable' ? `Kept, but not tried. ${message}` : message }
}

const icons = { accepted: Check, refused: TriangleAlert, unreachable: Unplug } as const

/** What a provider said of a key, or that it could not be asked. */
export function KeyAnswer({ answer }: { readonly answer: KeyCheck }) {
  const { status, message } = answer
  const Icon = icons[status]
  return (
    <p className={styles.answer} data-status={status} role="status">
      <Icon aria-hidden="true" />
      {message}
    </p>
  )
}
