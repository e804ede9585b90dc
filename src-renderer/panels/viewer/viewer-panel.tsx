import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FilesState, TouchedFile } from '#shared/projections/files.ts'
import { useSelection, useSessionView } from '../../session/session-context.tsx'
import { useContent } from '../../session/session-queries.ts'
import { useProjection } from '../../session/use-projection.ts'
import { useTree } from '../../session/use-tree.ts'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { Tab, TabBar } from '../../ui/panels/tabs.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { formatBytes, formatPath } from '../../ui/text/format.ts'
import { changedLines, type Line, plainLines } from './viewer-lines.ts'
import styles from './viewer-panel.module.css'

const selectLastEdit = (state: FilesState) => state.lastEdit?.path

/** A file at the playhead, to read: the one that was chosen, else what an agent edited last. */
export function ViewerPanel() {
  const { path: chosen, line, select } = useSelection()
  const edited = useProjection(useSessionView(), 'files', selectLastEdit)
  const [isComparing, setIsComparing] = useState(false)
  const path = chosen ?? edited
  if (!path) {
    return (
      <div className={styles.panel}>
        <Empty>Choose a file to see it here. What an agent edits opens by itself.</Empty>
      </div>
    )
  }
  const tab = (
    <Tab
      name={path.slice(path.lastIndexOf('/') + 1)}
      title={formatPath(path)}
      isShown
      onChoose={() => undefined}
      onClose={chosen ? () => select({ path: undefined, line: undefined }) : undefined}
    />
  )
  return (
    <div className={styles.panel}>
      <TabBar label="Shown file" tabs={tab}>
        <BarToggle
          title="Show what changed since the recording began"
          isOn={isComparing}
          onChange={setIsComparing}
        >
          since it began
        </BarToggle>
      </TabBar>
      <FileView key={path} path={path} line={line} isComparing={isComparing} />
    </div>
  )
}

interface FileViewProps {
  readonly path: string
  readonly line: number | undefined
  readonly isComparing: boolean
}

function FileView({ path, line, isComparing }: FileViewProps) {
  const file = useFile(path)
  const start = useStart(path)
  const name = formatPath(path)
  if (isComparing && file.type !== 'loading') {
    const now = file.type === 'absent' ? ({ type: 'text', text: '' } as const) : file
    if (now.type === 'text' && start !== undefined) {
      return <LineList name={name} lines={changedLines(start.text ?? now.text, now.text)} />
    }
  }
  if (file.type === 'text')
    return <LineList name={name} lines={plainLines(file.text)} line={line} />
  return <WithoutText name={name} file={file} />
}

interface WithoutTextProps {
  readonly name: string
  readonly file: Exclude<FileAtPlayhead, { type: 'text' }>
}

/** Why there is nothing to read, in words. */
function WithoutText({ name, file }: WithoutTextProps) {
  switch (file.type) {
    case 'loading':
      return <Loading label={`Loading ${name}`} rows={6} />
    case 'absent':
      return <Empty>{name} does not exist at this moment.</Empty>
    case 'binary':
      return <Empty>{name} is not text.</Empty>
    case 'too-large':
      return <Empty>{`${name} is too large to be shown: ${formatBytes(file.bytes)}.`}</Empty>
    case 'not-recorded':
      return <Empty>What {name} held then was not recorded.</Empty>
    case 'failed':
      return <Failure>{file.message}</Failure>
  }
}

/** A file as the log knows it at the playhead. */
type FileAtPlayhead =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'loading' | 'absent' | 'binary' | 'not-recorded' }
  | { readonly type: 'too-large'; readonly bytes: number }
  | { readonly type: 'failed'; readonly message: string }

function useFile(path: string): FileAtPlayhead {
  const { files, isLoading } = useTree()
  const file = files?.find((one) => one.path === path)
  const { data, error } = useContent(file?.hash)
  if (!files) return { type: isLoading ? 'loading' : 'not-recorded' }
  if (!file) return { type: 'absent' }
  if (file.hash === null) return { type: 'not-recorded' }
  if (error) return { type: 'failed', message: error.message }
  if (!data) return { type: 'loading' }
  if (data.type === 'text') return { type: 'text', text: data.text }
  return data.type === 'binary' ? { type: 'binary' } : { type: 'too-large', bytes: data.bytes }
}

/** What the file held at the beginning; without `text` where it is as it was. Absent until it has come. */
function useStart(path: string): { readonly text?: string } | undefined {
  const select = (state: FilesState): TouchedFile | undefined => state.touched[path]
  const touched = useProjection(useSessionView(), 'files', select)
  const { data } = useContent(touched?.before?.hash)
  if (!touched) return {}
  if (touched.before === null) return { text: '' }
  return data?.type === 'text' ? { text: data.text } : undefined
}

const LINE_PX = 18

interface LineListProps {
  /** Of the file. */
  readonly name: string
  readonly lines: readonly Line[]
  /** The one to show, from 1. */
  readonly line?: number | undefined
}

/** The lines of a file, however many. Where it changed, its first change is in sight. */
function LineList({ name, lines, line }: LineListProps) {
  const scroller = useRef<HTMLElement>(null)
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
    paddingStart: 6,
    paddingEnd: 6,
  })
  const firstChange = lines.findIndex(({ type }) => type !== 'same')
  const wanted = line === undefined ? firstChange : line - 1
  const show = useEffectEvent((index: number) => list.scrollToIndex(index, { align: 'center' }))
  useLayoutEffect(() => {
    if (wanted >= 0) show(wanted)
  }, [wanted])
  const columns = Math.max(2, String(lines.length).length)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section ref={scroller} className={styles.file} aria-label={name} tabIndex={0}>
      <div className={styles.lines} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const one = lines[index]
          return (
            one && (
              <div
                key={key}
                className={classNames(
                  styles.line,
                  styles[one.type],
                  one.number === line && styles.wanted,
                )}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className={styles.number} style={{ width: `calc(${columns + 1}ch + 20px)` }}>
                  {one.number ?? '−'}
                </span>
                <span>{one.text}</span>
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}

interface BarToggleProps {
  /** What is shown while it is on. */
  readonly children: string
  readonly title: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** At the end of a panel's bar: another way to see what is below it. */
function BarToggle({ children, title, isOn, onChange }: BarToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isOn}
      title={title}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </button>
  )
}
