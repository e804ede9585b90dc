import { UserPen } from 'lucide-react'
import type { Draft } from '../../client/drafts.ts'
import type { EditorLook } from '../../client/editor-look.ts'
import { formatPath } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tab, TabBar } from '../../ui/tabs.tsx'
import { CompareMenu } from './compare-menu.tsx'
import styles from './editor-tabs.module.css'
import { FileFormat } from './file-format.tsx'
import { OpenOutside } from './open-outside.tsx'
import { ToReview } from './to-review.tsx'

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
        <FileFormat path={shown} />
        <ToReview path={shown} />
        <OpenOutside path={shown} />
        <IconButton
          label="Show who wrote each line"
          isSmall
          className={styles.toggle}
          data-command="authors"
          aria-pressed={look.showsAuthors}
          onClick={() => look.showAuthors(!look.showsAuthors)}
        >
          <UserPen aria-hidden />
        </IconButton>
        <CompareMenu look={look} />
      </div>
    </TabBar>
  )
}

function Unsaved() {
  return <i className={styles.unsaved} role="img" aria-label="Unsaved" />
}
