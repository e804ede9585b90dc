import type { Draft } from '../../client/drafts.ts'
import type { EditorLook } from '../../client/editor-look.ts'
import { formatPath } from '../../ui/format.ts'
import { Tab, TabBar } from '../../ui/tabs.tsx'
import { CompareMenu } from './compare-menu.tsx'
import styles from './editor-tabs.module.css'

export interface EditorTabsProps {
  readonly tabs: readonly string[]
  readonly shown: string
  readonly unsaved: ReadonlyMap<string, Draft>
  readonly look: EditorLook
  readonly onChoose: (path: string) => void
  readonly onClose: (path: string) => void
}

/** The opened files, and how they are shown. */
export function EditorTabs(props: EditorTabsProps) {
  const { tabs, shown, unsaved, look, onChoose, onClose } = props
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
      <div className={styles.look}>
        <CompareMenu look={look} />
      </div>
    </TabBar>
  )
}

function Unsaved() {
  return <i className={styles.unsaved} role="img" aria-label="Unsaved" />
}
