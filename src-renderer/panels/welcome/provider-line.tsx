import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Provider } from '#shared/contract/models.ts'
import { ReadyIcon } from '../../cards/ready-icon.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { providerFact } from '../../client/provider-fact.ts'
import { Button } from '../../ui/button.tsx'
import { loadedLater } from '../../ui/loaded-later.tsx'
import styles from './welcome.module.css'

const ProviderOffer = loadedLater(async () => (await import('./provider-offer.tsx')).ProviderOffer)

/** A provider, and the one thing that makes it answer the next prompt. */
export function ProviderLine({ provider }: { readonly provider: Provider }) {
  const { openSettings } = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const { label, isReady, isScripted, needsKey, needsBaseUrl } = provider
  const isOffered = !isScripted && (isReady || needsKey)
  const act = isReady ? 'Use' : 'Add'
  const open = () => (isOffered ? setOpen(!isOpen) : openSettings('models'))
  return (
    <li>
      <div className={styles.provider}>
        <ReadyIcon provider={provider} className={styles.ready} missing={KeyRound} />
        <b>{label}</b>
        <span title={providerFact(provider)} data-untried={provider.isUntried}>
          {providerFact(provider)}
        </span>
        {(isOffered || (!isReady && needsBaseUrl)) && (
          <Button
            isSmall
            variant="quiet"
            {...(isOffered && { 'aria-expanded': isOpen })}
            aria-label={`${act} ${label}`}
            onClick={open}
          >
            {act}
          </Button>
        )}
      </div>
      {isOpen && <ProviderOffer provider={provider} onClose={() => setOpen(false)} />}
    </li>
  )
}
