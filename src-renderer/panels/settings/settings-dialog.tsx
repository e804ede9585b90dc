import { Profile } from '#shared/settings.ts'
import { useHostDescription, useProviders, useSettings } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { DefaultModel } from './default-model.tsx'
import { ProviderRow } from './provider-row.tsx'
import { Segments } from './segments.tsx'
import styles from './settings.module.css'

/** What a person chooses for every project. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Settings" isOpen isWide onClose={onClose}>
      <div className={styles.sections}>
        <Models />
        <Choices />
        <About />
      </div>
    </Dialog>
  )
}

function Models() {
  const { data, error, isLoading } = useProviders()
  const { data: host } = useHostDescription()
  return (
    <section aria-label="Models">
      <h3>Models</h3>
      <p className={styles.hint}>
        Keys are taken from the environment, or kept by Orrery; never in a session or an export.{' '}
        {host?.secrets}
      </p>
      {isLoading && <Loading label="Loading the models" />}
      {error && <Failure>The models could not be listed. {error.message}</Failure>}
      <ul className={styles.providers}>
        {data?.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {data && <DefaultModel providers={data} />}
    </section>
  )
}

const themes = ['system', 'dark', 'light'] as const

function Choices() {
  const client = useHost()
  const { data: settings } = useSettings()
  const change = useCommand(client['settings.change'])
  if (!settings) return null
  const { theme, profile } = settings
  return (
    <section aria-label="Choices">
      <h3>Choices</h3>
      <Segments
        label="Theme"
        value={theme}
        choices={themes}
        onChoose={(chosen) => void change.run?.({ theme: chosen })}
      />
      <Segments
        label="Profile of new sessions"
        value={profile}
        choices={Profile.options}
        onChoose={(chosen) => void change.run?.({ profile: chosen })}
      />
      {change.error && <Failure>{change.error}</Failure>}
    </section>
  )
}

function About() {
  const { data: host } = useHostDescription()
  if (!host) return null
  return (
    <p className={styles.about}>
      Orrery {host.version} on {host.platform}. Its data is in <code>{host.dataDir}</code>.
    </p>
  )
}
