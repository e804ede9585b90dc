import { Concurrency, Profile, Theme } from '#shared/settings.ts'
import { useHostDescription, useSettings } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Failure } from '../../ui/notice.tsx'
import { AmountRow } from './amount-row.tsx'
import { NewsRow } from './news-row.tsx'
import { Segments } from './segments.tsx'
import styles from './settings.module.css'

const DEFAULT_SESSIONS = Concurrency.parse({}).maxSessions

/** What is left: the look of the window, what new sessions may do, and what this is. */
export function GeneralSection() {
  const client = useHost()
  const { data: settings } = useSettings()
  const change = useCommand(client['settings.change'])
  if (!settings) return null
  const { theme, profile, concurrency } = settings
  return (
    <>
      <Segments
        label="Theme"
        value={theme}
        choices={Theme.options}
        onChoose={(chosen) => void change.run?.({ theme: chosen })}
      />
      <Segments
        label="Profile of new sessions"
        value={profile}
        choices={Profile.options}
        onChoose={(chosen) => void change.run?.({ profile: chosen })}
      />
      <NewsRow />
      <ul className={styles.rows} aria-label="At once">
        <AmountRow
          label="Sessions that run at once"
          value={concurrency.maxSessions}
          placeholder={String(DEFAULT_SESSIONS)}
          isRight={(sessions) => Concurrency.shape.maxSessions.safeParse(sessions).success}
          wrong="Give a whole number from 1 to 32."
          onKeep={(sessions) =>
            void change.run?.({ concurrency: { maxSessions: sessions ?? null } })
          }
        />
      </ul>
      {change.error && <Failure>{change.error}</Failure>}
      <About />
    </>
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
