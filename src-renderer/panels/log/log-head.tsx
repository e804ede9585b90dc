import { ChevronDown } from 'lucide-react'
import { LogLevel } from '#shared/contract/logs.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { PanelBar, useIsTab } from '../../ui/panel-bar.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { LineFilter } from './filter-lines.ts'
import styles from './log-panel.module.css'

/** What a person chose to see. */
export interface Chosen extends Omit<LineFilter, 'sessionId'> {
  readonly isSessionOnly: boolean
}

export interface LogHeadProps {
  readonly chosen: Chosen
  /** Those that said something. */
  readonly modules: readonly string[]
  /** How many lines are shown. */
  readonly count: number
  readonly onChoose: (chosen: Chosen) => void
}

/** What the panel is, and what it lets through. */
export function LogHead({ chosen, modules, count, onChoose }: LogHeadProps) {
  const { level, module, text, isSessionOnly } = chosen
  return (
    <PanelBar className={styles.head}>
      <Title />
      <Picker
        label="Level"
        value={level}
        shown={`${level} and above`}
        choices={levels}
        onChoose={(value) => onChoose({ ...chosen, level: LogLevel.parse(value) })}
      />
      <Picker
        label="Module"
        value={module ?? ''}
        shown={module ?? 'all modules'}
        choices={[
          { value: '', label: 'all modules' },
          ...modules.map((value) => ({ value, label: value })),
        ]}
        onChoose={(value) => onChoose({ ...chosen, module: value || undefined })}
      />
      <Button
        isSmall
        variant="quiet"
        className={styles.toggle ?? ''}
        aria-pressed={isSessionOnly}
        onClick={() => onChoose({ ...chosen, isSessionOnly: !isSessionOnly })}
      >
        This session only
      </Button>
      <div className={styles.find}>
        <Field
          label="Find in the log"
          isLabelHidden
          type="search"
          placeholder="Find"
          value={text}
          onChange={(event) => onChoose({ ...chosen, text: event.target.value })}
        />
      </div>
      <span className={styles.count}>{formatNumber(count, 'line')}</span>
    </PanelBar>
  )
}

/** A tab says it where there is one. */
function Title() {
  const title = <h2 className={styles.title}>Log</h2>
  return useIsTab() ? <VisuallyHidden>{title}</VisuallyHidden> : title
}

const hints: Partial<Record<LogLevel, string>> = {
  trace: 'As far as ORRERY_LOG has the host say it.',
  info: 'What is worth knowing.',
  warn: 'What went wrong and was got over.',
  error: 'What failed.',
}
const levels = LogLevel.options.map((value) => ({ value, label: value, hint: hints[value] }))

interface PickerProps {
  readonly label: string
  readonly value: string
  readonly shown: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

function Picker({ label, value, shown, choices, onChoose }: PickerProps) {
  const trigger = (
    <Button isSmall variant="quiet" aria-label={`${label}: ${shown}`}>
      {shown} <ChevronDown aria-hidden="true" />
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuChoices label={label} value={value} choices={choices} onChoose={onChoose} />
    </Menu>
  )
}
