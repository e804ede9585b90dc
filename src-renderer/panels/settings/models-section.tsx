import { useHostDescription, useProviders, useSettings } from '../../client/documents.ts'
import { Failure, Loading } from '../../ui/notice.tsx'
import { DefaultModel } from './default-model.tsx'
import { FallbackList } from './fallback-list.tsx'
import { OwnModels } from './own-models.tsx'
import { PriceTable } from './price-table.tsx'
import { ProviderRow } from './provider-row.tsx'
import styles from './settings.module.css'

/** Who provides models, which of them sessions begin with, and what a person knows of them. */
export function ModelsSection() {
  const { data: providers, error, isLoading } = useProviders()
  const { data: settings } = useSettings()
  const { data: host } = useHostDescription()
  return (
    <>
      <p className={styles.hint}>
        Keys are taken from the environment, or kept by Orrery; never in a session or an export.{' '}
        {host?.secrets}
      </p>
      {isLoading && <Loading label="Loading the models" rows={6} />}
      {error && <Failure>The models could not be listed. {error.message}</Failure>}
      <ul className={styles.rows} aria-label="Providers">
        {providers?.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {providers && settings && (
        <>
          <h4 className={styles.part}>New sessions</h4>
          <DefaultModel providers={providers} />
          <FallbackList providers={providers} chosen={settings.fallbacks} />
          <OwnModels models={settings.models} />
          <PriceTable providers={providers} own={settings.models} />
        </>
      )}
    </>
  )
}
