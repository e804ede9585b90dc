import { useState } from 'react'
import type { Provider } from '#shared/contract/models.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { InlineForm } from '../../ui/inline-form.tsx'

export interface AddressFormProps {
  readonly provider: Provider
  readonly onDone: () => void
}

/** Where a provider is reached. */
export function AddressForm({ provider, onDone }: AddressFormProps) {
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
