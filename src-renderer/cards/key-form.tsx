import { useState } from 'react'
import type { KeyCheck, Provider } from '#shared/contract/models.ts'
import { useHost } from '../client/host-context.tsx'
import { useCommand } from '../client/use-command.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { InlineForm } from '../ui/inline-form.tsx'
import styles from './key.module.css'
import { KeyAnswer } from './key-answer.tsx'

export interface KeyFormProps {
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
