import { ChevronDown, FileCheck, UserPen } from 'lucide-react'
import { nameLineEnds } from '#shared/changes/line-endings.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useBookmarks } from '../../../session/bookmarks.ts'
import { usePendingFile } from '../../../session/changes/use-changes.ts'
import type { Draft } from '../../../session/drafts/file-drafts.ts'
import { comparisons, type EditorLook } from '../../../session/editor-display.ts'
import { useSelection, useSessionView } from '../../../session/session-context.tsx'
import { sameItems, useProjection } from '../../../session/use-projection.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, MenuChoices } from '../../../ui/overlays/menu.tsx'
import { Tab, TabBar } from '../../../ui/panels/tabs.tsx'
import { classNames } from '../../../ui/styles/class-names.ts'
import { formatNumber, formatPath } from '../../../ui/text/format.ts'
import { listPoints, tellComparison } from '../comparison/comparison-points.ts'
import { OpenOutside } from '../file/unavailable-file.tsx'
import { useFileDocument } from '../file/use-file-document.ts'
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
        <FileFormat path={shown} />
        <ShowChanges path={shown} />
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

/** The encoding of the shown file, and its line ends unless those are the usual ones. */
function FileFormat({ path }: { readonly path: string }) {
  const document = useFileDocument(path)
  if (document.type !== 'text') return null
  const { encoding = 'UTF-8', text } = document
  const format = [encoding, formatLineEnds(text)].filter(Boolean).join(' · ')
  return (
    <span className={styles.format} title={`Encoding and line ends: ${format}`}>
      {format}
    </span>
  )
}

function formatLineEnds(text: string): string | undefined {
  const ends = text.includes('\r') ? nameLineEnds(text) : undefined
  return ends === 'mixed' ? 'mixed line ends' : ends
}

/** Opens the changes of the file; absent where none are pending. */
function ShowChanges({ path }: { readonly path: string }) {
  const { select } = useSelection()
  const pending = usePendingFile(path)
  if (!pending) return null
  const count = pending.type === 'whole' ? 1 : pending.text.hunks.length
  return (
    <button
      type="button"
      className={styles.changes}
      title="Show the pending changes of this file"
      onClick={() => select({ shownChanges: { path } })}
    >
      <FileCheck size={14} strokeWidth={1.5} aria-hidden />
      {`Review ${formatNumber(count, 'change')}`}
    </button>
  )
}

/** What the file is compared with. */
function CompareMenu({ look }: { readonly look: EditorLook }) {
  const isOn = look.compareWith !== 'nothing'
  const words = tellComparison(look)
  const trigger = (
    <button
      type="button"
      data-command="compare-file"
      className={classNames(styles.trigger, isOn && styles.on)}
      title="What the file is compared with"
      aria-label={isOn ? `Compare with: ${words}` : words}
    >
      <span className={styles.words}>{words}</span>
      <ChevronDown size={12} strokeWidth={1.5} aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger} align="end">
      <MenuChoices
        label="Compare with"
        value={look.compareWith}
        choices={choices}
        onChoose={(value) => choose(look, value)}
      />
      <Points look={look} />
    </Menu>
  )
}

const choices = [
  { value: 'nothing', label: 'Nothing', hint: 'The file by itself.' },
  { value: 'start', label: 'The session’s start' },
  { value: 'run', label: 'The start of the last run' },
  { value: 'git', label: 'Git', hint: 'The commit that is checked out.' },
]

function choose(look: EditorLook, value: string): void {
  const comparison = comparisons.find((one) => one === value)
  if (comparison && comparison !== 'point') look.compare(comparison)
}

/** Read when the menu opens: what lies ahead of the playhead is not offered. */
function Points({ look }: { readonly look: EditorLook }) {
  const view = useSessionView()
  const runs = useProjection(view, 'timeline', selectRuns, sameItems)
  const points = listPoints(useBookmarks(), runs, view.seq)
  if (points.length === 0) return null
  return (
    <MenuChoices
      label="Another point"
      value={look.compareWith === 'point' ? String(look.point) : undefined}
      choices={points.map(({ seq, label, fact }) => ({ value: String(seq), label, fact }))}
      onChoose={(value) => look.comparePoint(Number(value))}
    />
  )
}

const selectRuns = ({ runs }: TimelineState) => [...runs]
