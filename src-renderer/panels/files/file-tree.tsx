import { FileText, Folder, FolderOpen } from 'lucide-react'
import { type KeyboardEvent, memo, useId, useRef, useState } from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import { useHue } from '../../session/agents/agent-colors.ts'
import { useSelection } from '../../session/session-context.tsx'
import { sameFields } from '../../session/use-projection.ts'
import { useTree } from '../../session/use-tree.ts'
import { useFixedRows } from '../../ui/lists/fixed-rows.ts'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { type ChangedFile, tellChange } from './changed-files.ts'
import { actOnKey, type FileRow, listFileRows } from './file-rows.ts'
import styles from './files.module.css'

const ROW_PX = 24
const ABOVE_PX = 6
const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Folders and files; only the rows in view are in the page, however many there are. */
export function FileTree({ changed }: { readonly changed: readonly ChangedFile[] }) {
  const { files, isLoading, error } = useTree()
  if (error) return <Failure>The list of files could not be read. {error.message}</Failure>
  if (!files) {
    return isLoading ? (
      <Loading label="Loading files" />
    ) : (
      <Empty>
        The project’s files appear here once they have been looked through. Many take a while: you
        can begin without them.
      </Empty>
    )
  }
  if (files.length === 0) return <Empty>The project has no files yet.</Empty>
  return <Rows files={files} changed={changed} />
}

interface RowsProps {
  readonly files: Parameters<typeof listFileRows>[0]
  readonly changed: readonly ChangedFile[]
}

/** The rows of the folders that are open: those a person opened, and those with something to be seen. */
function useRows({ files, changed }: RowsProps, selected: string | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const revealed = [...changed.map(({ path }) => path), ...(selected ? [selected] : [])]
  const rows = listFileRows(files, { chosen, revealed, fileCount: files.length })
  const setFolder = (path: string, isOpen: boolean) =>
    setChosen((all) => new Map(all).set(path, isOpen))
  return { rows, setFolder }
}

function Rows({ files, changed }: RowsProps) {
  const { path: selected, select } = useSelection()
  const { rows, setFolder } = useRows({ files, changed }, selected)
  const [active, setActive] = useState(0)
  const treeId = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const changes = new Map(changed.map((file) => [file.path, file]))
  const list = useFixedRows({
    scroller: scroll,
    count: rows.length,
    rowPx: ROW_PX,
    abovePx: ABOVE_PX,
    beside: 10,
  })
  const open = (row: FileRow | undefined) => {
    if (row?.type === 'folder') setFolder(row.path, !row.isOpen)
    if (row?.type === 'file') select({ path: row.path, line: undefined })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOnKey(event.key, rows, active)
    if (!act) return
    event.preventDefault()
    if (act.type === 'open') return open(rows[active])
    if (act.type === 'fold') return setFolder(act.path, act.isOpen)
    setActive(act.index)
    list.show(act.index)
  }
  return (
    <div
      ref={scroll}
      role="tree"
      aria-label="Files"
      tabIndex={0}
      aria-activedescendant={`${treeId}-${active}`}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} style={{ height: list.height }}>
        {rows.slice(list.range.from, list.range.to).map((row, place) => {
          const index = list.range.from + place
          const onOpen = () => {
            setActive(index)
            open(row)
          }
          const is = { isActive: index === active, isSelected: row.path === selected }
          return (
            <div
              key={row.path}
              className={styles.place}
              style={{ transform: `translateY(${index * ROW_PX}px)` }}
            >
              <Row
                id={`${treeId}-${index}`}
                row={row}
                onOpen={onOpen}
                {...is}
                change={changes.get(row.path)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  readonly id: string
  readonly row: FileRow
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly change: ChangedFile | undefined
  readonly onOpen: () => void
}

/** Rows are listed anew whenever a file is another: what is drawn alike is left as it is. */
const Row = memo(DrawnRow, isDrawnAlike)

/** What a row opens follows from its place and its path. */
function isDrawnAlike(
  { onOpen: _, row: was, ...a }: RowProps,
  { onOpen: __, row, ...b }: RowProps,
) {
  return sameFields(was, row) && sameFields(a, b)
}

function DrawnRow({ id, row, isActive, isSelected, change, onOpen }: RowProps) {
  if (row.type === 'heading') return <div className={styles.heading}>{row.name}</div>
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys.
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-expanded={row.type === 'folder' ? row.isOpen : undefined}
      data-active={isActive || undefined}
      className={styles.row}
      style={{ '--depth': row.depth }}
      title={row.name}
      onClick={onOpen}
    >
      <RowIcon row={row} />
      <span className={styles.name}>{row.name}</span>
      {change && <ChangeMark file={change} />}
    </div>
  )
}

function RowIcon({ row }: { readonly row: FileRow }) {
  if (row.type !== 'folder') return <FileText {...icon} />
  return row.isOpen ? <FolderOpen {...icon} /> : <Folder {...icon} />
}

/** What became of a file, and a dot in the hue of each agent that had a hand in it. */
export function ChangeMark({ file }: { readonly file: ChangedFile }) {
  return (
    <span className={styles.end}>
      <span className={styles.letter} data-letter={file.letter} title={tellChange(file)}>
        {file.letter}
      </span>
      {file.agentIds.length > 0 && (
        <span className={styles.dots} aria-hidden>
          {file.agentIds.map((id) => (
            <AgentDot key={id} agentId={id} />
          ))}
        </span>
      )}
    </span>
  )
}

function AgentDot({ agentId }: { readonly agentId: SpanId }) {
  return <i className={styles.dot} style={{ background: useHue(agentId) }} />
}
