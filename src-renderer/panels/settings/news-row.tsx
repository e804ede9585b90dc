import { useNative } from '../../client/host-context.tsx'
import { chooseNews, type NewsChoice, useNewsChoice } from '../../client/news-choice.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import styles from './settings.module.css'

/** Whether the system tells of sessions that nobody looks at, as far as it allows. */
export function NewsRow() {
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
