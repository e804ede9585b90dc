import { X } from 'lucide-react'
import { formatPath } from '../../ui/format.ts'
import type { Draft } from './drafts.ts'
import styles from './editor-tabs.module.css'

export interface EditorTabsProps {
  readonly tabs: readonly string[]
  readonly shown: string
  readonly unsaved: ReadonlyMap<string, Draft>
  readonly isComparing: boolean
  readonly onChoose: (path: string) => void
  readonly onClose: (path: string) => void
  readonly onCompare: (isComparing: boolean) => void
}

/** The opened files, and whether they are compared with the session's beginning. */
export function EditorTabs(props: EditorTabsProps) {
  const { tabs, shown, unsaved, isComparing, onChoose, onClose, onCompare } = props
  return (
    <div className={styles.bar}>
      <ul className={styles.tabs} aria-label="Opened files">
        {tabs.map((path) => (
          <Tab
            key={path}
            path={path}
            isShown={path === shown}
            isUnsaved={unsaved.has(path)}
            onChoose={() => onChoose(path)}
            onClose={() => onClose(path)}
          />
        ))}
      </ul>
      <button
        type="button"
        className={styles.compare}
        aria-pressed={isComparing}
        title="Show what changed since the session began"
        onClick={() => onCompare(!isComparing)}
      >
        since the session began
      </button>
    </div>
  )
}

interface TabProps {
  readonly path: string
  readonly isShown: boolean
  readonly isUnsaved: boolean
  readonly onChoose: () => void
  readonly onClose: () => void
}

function Tab({ path, isShown, isUnsaved, onChoose, onClose }: TabProps) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    <li className={styles.tab} data-shown={isShown}>
      <button
        type="button"
        aria-current={isShown}
        className={styles.name}
        title={formatPath(path)}
        onClick={onChoose}
        onAuxClick={onClose}
      >
        {isUnsaved && <i className={styles.unsaved} role="img" aria-label="Unsaved" />}
        <span>{name}</span>
      </button>
      <button type="button" className={styles.close} aria-label={`Close ${name}`} onClick={onClose}>
        <X size={12} aria-hidden />
      </button>
    </li>
  )
}
