import { Concurrency, Profile, Theme } from '#shared/settings/settings.ts'
import { useHost, useNative } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import {
  chooseNews,
  type NewsChoice,
  useNewsChoice,
} from '../../../ui/browser/notification-choice.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Failure } from '../../../ui/loading/notice.tsx'
import { AmountRow, Segments } from '../controls/form-controls.tsx'
import styles from '../controls/settings.module.css'

const DEFAULT_SESSIONS = Concurrency.parse({}).maxSessions

/** What is left: the look of the window, what new sessions may do, and what this is. */
export function GeneralSection() {
  const client = useHost()
  const { data: settings } = useHostQuery('settings.read', {})
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
  const { data: host } = useHostQuery('host.describe', {})
  if (!host) return null
  return (
    <p className={styles.about}>
      Orrery {host.version} on {host.platform}. Its data is in <code>{host.dataDir}</code>.
    </p>
  )
}

/** Whether the system tells of sessions that nobody looks at, as far as it allows. */
function NewsRow() {
  const choice = useNewsChoice()
  const isDesktop = useNative() !== undefined
  const choose = useCommand(chooseNews)
  return (
    <div className={styles.line}>
      <span>
        Tell me when a session waits or ends
        <small className={styles.said}>{choose.error ?? tellChoice(choice, isDesktop)}</small>
      </span>
      {choice !== 'blocked' && (
        <Button isSmall onClick={() => void choose.run?.(choice !== 'on')}>
          {choice === 'on' ? 'Stop telling' : 'Tell me'}
        </Button>
      )}
    </div>
  )
}

function tellChoice(choice: NewsChoice, isDesktop: boolean): string {
  const where = isDesktop ? 'the system’s settings' : 'the browser’s settings for this page'
  const words: Readonly<Record<NewsChoice, string>> = {
    on: 'By notifications, while you look elsewhere.',
    off: 'Nothing is told. What waits is counted in the title.',
    ask: 'In this window alone, until notifications are allowed.',
    blocked: `In this window alone: notifications are not allowed. Allow them in ${where}.`,
  }
  return words[choice]
}
