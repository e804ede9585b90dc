import type { Draft } from '../../client/drafts.ts'
import { BarToggle } from '../../ui/bar-toggle.tsx'
import { formatPath } from '../../ui/format.ts'
import { Tab, TabBar } from '../../ui/tabs.tsx'
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
  const list = tabs.map((path) => (
    <Tab
      key={path}
      name={path.slice(path.lastIndexOf('/') + 1)}
      title={formatPath(path)}
      isShown={path === shown}
      icon={unsaved.has(path) && <Unsaved />}
      onChoose={() => onChoose(path)}
      onClose={() => onClose(path)}
    />
  ))
  return (
    <TabBar label="Opened files" tabs={list}>
      <BarToggle
        title="Show what changed since the session began"
        isOn={isComparing}
        onChange={onCompare}
      >
        since the session began
      </BarToggle>
    </TabBar>
  )
}

function Unsaved() {
  return <i className={styles.unsaved} role="img" aria-label="Unsaved" />
}
