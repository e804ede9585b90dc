import { Contrast, Moon, Sun, SunMoon } from 'lucide-react'
import { useState } from 'react'
import type { ReplayFacts } from '#shared/contract/exchange.ts'
import { tellLeftOut, tellRedacted } from '#shared/contract/replay-words.ts'
import type { Theme } from '#shared/settings.ts'
import { focusWaiting } from '../app/focus.ts'
import { SessionStatus } from '../app/session-status.tsx'
import { applyTheme } from '../app/theme.ts'
import { useIsLive } from '../client/session-context.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatBytes, formatNumber } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { OrreryMark } from '../ui/orrery-mark.tsx'
import styles from './replay.module.css'

/** What is replayed, the moment it is at, and what this file is. */
export function ReplayHead({ facts }: { readonly facts: ReplayFacts }) {
  const isPast = !useIsLive()
  const { title, projectName } = facts
  return (
    <header className={styles.head}>
      <div className={classNames(styles.bar, isPast && styles.past)}>
        <OrreryMark />
        <h1 className={styles.title}>
          {projectName}
          <span aria-hidden="true"> / </span>
          <b>{title || 'Session'}</b>
        </h1>
        <div className={styles.status}>
          <SessionStatus onWaiting={focusWaiting} />
          <ThemeSwitch />
        </div>
      </div>
      <p className={styles.facts}>{tell(facts).join(' ')}</p>
    </header>
  )
}

function tell(facts: ReplayFacts): readonly string[] {
  const { exportedAt, run, runs, events, bytes, leftOut, redacted } = facts
  const date = new Date(exportedAt).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })
  const part = run === undefined ? formatNumber(runs, 'run') : `run ${run} of ${runs}`
  return [
    `Exported from Orrery ${facts.version} on ${date}: ${part}, ${formatNumber(events, 'event')}, ${formatBytes(bytes)}.`,
    tellRedacted(redacted),
    ...(leftOut > 0 ? [tellLeftOut(leftOut)] : []),
  ]
}

const themes: readonly {
  readonly theme: Theme
  readonly label: string
  readonly icon: typeof Sun
}[] = [
  { theme: 'system', label: 'Theme: as the system has it', icon: SunMoon },
  { theme: 'dark', label: 'Theme: dark', icon: Moon },
  { theme: 'light', label: 'Theme: light', icon: Sun },
  { theme: 'contrast', label: 'Theme: high contrast', icon: Contrast },
]

/** One button: each press the next theme. */
function ThemeSwitch() {
  const [index, setIndex] = useState(0)
  const { label, icon: Icon } = themes[index] ?? { label: '', icon: SunMoon }
  const next = () => {
    const to = (index + 1) % themes.length
    setIndex(to)
    applyTheme(themes[to]?.theme ?? 'system')
  }
  return (
    <IconButton label={label} onClick={next}>
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
