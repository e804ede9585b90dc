import { useState } from 'react'
import type { KeyCheck, Provider } from '#shared/contract/procedures/models.ts'
import { ModelName } from '#shared/settings/settings.ts'
import { KeyAnswer, KeyForm } from '../../cards/provider-keys/key-form.tsx'
import { useHost } from '../../connection/host-context.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import styles from './provider-offer.module.css'

/** A key is entered; one that is there is tried. What the provider takes opens its models to choose from. */
export function ProviderOffer({
  provider,
  onClose,
}: {
  readonly provider: Provider
  readonly onClose: () => void
}) {
  const [isEntering, setEntering] = useState(!provider.isReady)
  const [kept, setKept] = useState<KeyCheck>()
  if (isEntering) {
    const onKept = (answer: KeyCheck) => {
      setKept(answer)
      setEntering(false)
    }
    return <KeyForm provider={provider} onKept={onKept} onCancel={onClose} />
  }
  if (kept) return <Answered provider={provider} answer={kept} onEnter={() => setEntering(true)} />
  return <Tried provider={provider} onEnter={() => setEntering(true)} />
}

interface TriedProps {
  readonly provider: Provider
  /** Another key is to be entered. */
  readonly onEnter: () => void
}

/** Asks the provider itself, each time this is opened. */
function Tried({ provider, onEnter }: TriedProps) {
  const { data, error } = useHostQuery('models.check', { provider: provider.id })
  if (error) return <Failure>{error.message}</Failure>
  if (!data) return <Loading label={`Loading what ${provider.label} says`} rows={1} />
  return <Answered provider={provider} answer={data} onEnter={onEnter} />
}

function Answered({ provider, answer, onEnter }: TriedProps & { readonly answer: KeyCheck }) {
  const isRefused = answer.status === 'refused'
  return (
    <>
      <KeyAnswer answer={answer} />
      {isRefused && provider.needsKey && (
        <div className={styles.models}>
          <Button isSmall onClick={onEnter}>
            Enter another key
          </Button>
        </div>
      )}
      {answer.status === 'accepted' && <ModelList provider={provider} />}
    </>
  )
}

/** Choosing one is all there is to do: sessions that are begun from now on begin with it. */
function ModelList({ provider: { label, models } }: { readonly provider: Provider }) {
  const client = useHost()
  const chosen = useHostQuery('settings.read', {}).data?.model
  const choose = useCommand((name: string) =>
    client['settings.change']({ model: ModelName.parse(name) }),
  )
  if (models.length === 0) return <p className={styles.none}>{label} has no models yet.</p>
  return (
    <fieldset className={styles.models}>
      <legend>New sessions begin with</legend>
      {models.map((model) => (
        <Button
          key={model.name}
          isSmall
          aria-pressed={model.name === chosen}
          disabled={choose.isRunning}
          onClick={() => void choose.run?.(model.name)}
        >
          {model.label}
        </Button>
      ))}
      {choose.error && <Failure>{choose.error}</Failure>}
    </fieldset>
  )
}
