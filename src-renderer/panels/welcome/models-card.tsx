import type { Provider } from '#shared/contract/models.ts'
import { useProviders } from '../../client/documents.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { ProviderLine } from './provider-line.tsx'
import styles from './welcome.module.css'

/** As many as fit beside the way in. */
const SHOWN = 5

/** Which models can be spoken to, and what the others need. */
export function ModelsCard() {
  const { data, error, isLoading } = useProviders()
  const { openSettings } = useNavigation()
  const shown = readyFirst(data ?? []).filter(({ isReady }, index) => isReady || index < SHOWN)
  const others = (data?.length ?? 0) - shown.length
  const hasReal = data?.some(({ isReady, isScripted }) => isReady && !isScripted)
  return (
    <section className={styles.card} aria-labelledby="models">
      <div className={styles.cardHead}>
        <h2 id="models">Models</h2>
      </div>
      {isLoading && <Loading label="Loading the models" rows={3} />}
      {error && <Failure>The models could not be listed. {error.message}</Failure>}
      <ul>
        {shown.map((provider) => (
          <ProviderLine key={provider.id} provider={provider} />
        ))}
      </ul>
      {others > 0 && (
        <Button
          isSmall
          variant="quiet"
          className={styles.more}
          onClick={() => openSettings('models')}
        >
          {others} more in the settings
        </Button>
      )}
      {data && !hasReal && (
        <p className={styles.foot}>No key at hand? The demo agent needs none.</p>
      )}
    </section>
  )
}

function readyFirst(providers: readonly Provider[]): readonly Provider[] {
  return providers.toSorted((a, b) => Number(b.isReady) - Number(a.isReady))
}
