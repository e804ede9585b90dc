import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronsUpDown } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import {
  type Comparison,
  type StepRow as Row,
  tellDifferences,
} from '#shared/compare/compare-runs.ts'
import type { RunItem } from '#shared/compare/run-record.ts'
import { hueOfType } from '../../session/agents/agent-colors.ts'
import { Swatch } from '../../ui/buttons/chip.tsx'
import { formatElapsed, formatNumber } from '../../ui/text/format.ts'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import { outcomeOf, tellItem } from './format-run.ts'
import { findDifference, type Line, lineOf, listLines } from './listed-rows.ts'
import styles from './steps.module.css'

const ROW_PX = 30

interface StepListProps {
  readonly comparison: Comparison
  /** The row that both runs are looked at, from 0: their playhead. */
  readonly here: number
  /** Whether long stretches that are alike are folded. */
  readonly isFolding: boolean
  readonly onMove: (index: number) => void
  readonly onOpen: (side: Side, index: number) => void
}

/** Both runs step by step. Arrows move the playhead, n goes to the next difference, Enter opens the session there. */
export function StepList({ comparison, here, isFolding, onMove, onOpen }: StepListProps) {
  const { rows } = comparison
  const scroller = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const lines = isFolding ? listLines(rows, opened) : rows.map((_, index) => lineOf(index))
  const list = useLines(lines, scroller, here)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = findDifferenceBy(event, rows, here) ?? placeAfter(event.key, lines, here)
    if (event.key === 'Enter') onOpen(event.shiftKey ? 'right' : 'left', here)
    else if (next !== undefined) onMove(next)
    else return
    event.preventDefault()
  }
  const begins = {
    left: comparison.left.totals.startedAt,
    right: comparison.right.totals.startedAt,
  }
  return (
    <div
      ref={scroller}
      className={styles.steps}
      role="listbox"
      aria-label="Steps"
      aria-activedescendant={rowId(here)}
      tabIndex={0}
      data-focus="compare"
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index]
          const row = line?.type === 'row' ? rows[line.index] : undefined
          if (line?.type === 'fold') {
            const open = () => setOpened((all) => new Set([...all, line.from]))
            return <FoldedRows key={key} line={line} top={start} onOpen={open} />
          }
          return (
            row &&
            line && (
              <StepRow
                key={key}
                row={row}
                index={line.index}
                count={rows.length}
                top={start}
                isHere={line.index === here}
                begins={begins}
                onSelect={() => onMove(line.index)}
                onOpen={(side) => onOpen(side, line.index)}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

interface FoldedRowsProps {
  readonly line: Extract<Line, { type: 'fold' }>
  readonly top: number
  readonly onOpen: () => void
}

function FoldedRows({ line, top, onOpen }: FoldedRowsProps) {
  const count = formatNumber(line.to - line.from, 'step')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys have the switch above the list.
    // biome-ignore lint/a11y/useFocusableInteractive: the list it is in has the focus.
    <div
      role="option"
      aria-selected={false}
      aria-disabled
      className={styles.fold}
      style={{ top }}
      onClick={onOpen}
    >
      <ChevronsUpDown aria-hidden="true" />
      {`${count} alike`}
    </div>
  )
}

/** The lines in view; the playhead's is brought there when it moves. */
function useLines(
  lines: readonly Line[],
  scroller: RefObject<HTMLDivElement | null>,
  here: number,
) {
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => keyOf(lines[index]) ?? index,
    overscan: 10,
  })
  const reveal = useEffectEvent((row: number) => {
    const index = lines.findIndex((line) => line.type === 'row' && line.index === row)
    if (index >= 0) list.scrollToIndex(index)
  })
  useEffect(() => reveal(here), [here])
  return list
}

function keyOf(line: Line | undefined): string | undefined {
  if (!line) return undefined
  return line.type === 'row' ? `row-${line.index}` : `fold-${line.from}`
}

function findDifferenceBy(
  { key }: Pick<KeyboardEvent, 'key'>,
  rows: readonly Row[],
  here: number,
): number | undefined {
  if (key === 'n') return findDifference(rows, here, 'next')
  return key === 'N' ? findDifference(rows, here, 'previous') : undefined
}

const PAGE = 12

/** Where a key leads to among the rows that are not folded. */
function placeAfter(key: string, lines: readonly Line[], here: number): number | undefined {
  const shown = lines.flatMap((line) => (line.type === 'row' ? line.index : []))
  const at = shown.findLastIndex((index) => index <= here)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    // From within a fold, up is the row before it.
    ArrowUp: shown[at] === here ? at - 1 : at,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: shown.length - 1,
  }
  const wanted = steps[key]
  return wanted === undefined ? undefined : shown[Math.min(Math.max(wanted, 0), shown.length - 1)]
}

export type Side = 'left' | 'right'

interface StepRowProps {
  readonly row: Row
  /** From 0. */
  readonly index: number
  readonly count: number
  readonly top: number
  readonly isHere: boolean
  /** When both runs began, in milliseconds since the epoch. */
  readonly begins: Readonly<Record<Side, number>>
  readonly onSelect: () => void
  readonly onOpen: (side: Side) => void
}

function rowId(index: number): string {
  return `compared-${index}`
}

/** One step of both runs. */
function StepRow(props: StepRowProps) {
  const { row, index, count, top, isHere, onSelect } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list it is in has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list it is in has the focus.
    <div
      id={rowId(index)}
      role="option"
      aria-selected={isHere}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={styles.row}
      data-kind={kindOf(row)}
      style={{ top }}
      onClick={onSelect}
    >
      <span className={styles.number}>
        <VisuallyHidden>Step </VisuallyHidden>
        {index + 1}
      </span>
      <Cell {...props} side="left" item={row.left} />
      <span className={styles.told}>{tellDifferences(row)}</span>
      <Cell {...props} side="right" item={row.right} />
    </div>
  )
}

function kindOf({ left, right, differences }: Row): string {
  if (!right) return 'left'
  if (!left) return 'right'
  return differences.length > 0 ? 'differs' : 'alike'
}

type CellProps = StepRowProps & { readonly side: Side; readonly item: RunItem | undefined }

function Cell({ side, item, begins, onOpen }: CellProps) {
  if (!item) return <span className={styles.cell} />
  const outcome = outcomeOf(item)
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    onOpen(side)
  }
  return (
    <span className={styles.cell} style={{ paddingLeft: 8 + 12 * item.depth }}>
      <VisuallyHidden>{`${side}, ${item.type === 'step' ? item.agent : 'you'}: `}</VisuallyHidden>
      {item.type === 'step' && <Swatch color={hueOfType(item.agentType)} />}
      <span className={item.type === 'prompt' ? styles.said : styles.did} title={tellItem(item)}>
        {tellItem(item)}
      </span>
      {outcome && <span className={styles.outcome}>{outcome}</span>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for pointers; keys have Enter. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for pointers; keys have Enter. */}
      <span className={styles.time} title="Open the session at this instant" onClick={open}>
        {formatElapsed(item.at - begins[side])}
      </span>
    </span>
  )
}
