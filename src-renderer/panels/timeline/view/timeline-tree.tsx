import { ChevronRight } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useHue } from '../../../session/agents/agent-colors.ts'
import {
  useLiveView,
  useMoment,
  useSelection,
  useSessionView,
} from '../../../session/session-context.tsx'
import { useSpanPicking } from '../../../session/span-selection.ts'
import { originOf } from '../../../session/store/session-clock.ts'
import { sameItems, useProjection } from '../../../session/use-projection.ts'
import { useOnceIdle } from '../../../ui/browser/idle-callback.ts'
import { Swatch } from '../../../ui/buttons/chip.tsx'
import { useFixedRows } from '../../../ui/lists/fixed-rows.ts'
import type { FilterResult } from '../model/span-filter.ts'
import { SpanIndex } from '../model/span-index.ts'
import {
  actOnTreeKey,
  cellsOf,
  listTreeRows,
  type Measured,
  type TreeCells,
  type TreeRow,
} from '../model/tree-rows.ts'
import styles from './timeline-tree.module.css'

interface TimelineTreeProps {
  /** In place of the lanes; else it is there for whoever comes to it by keys. */
  readonly isShown: boolean
  readonly result: FilterResult
}

const ROW_PX = 24
const OVERSCAN = 12

/**
 * The timeline in words at the playhead: agents, what they did and whom they had. Where it is not in
 * sight it is made, and moves, when all that is has been drawn.
 */
export function TimelineTree({ isShown, result }: TimelineTreeProps) {
  const [hasFocus, setFocus] = useState(false)
  const isDrawn = useOnceIdle() || isShown
  const isActive = isShown || hasFocus
  const now = useShownNow(isActive)
  const later = useDeferredValue(now)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it looks after the focus of what is inside.
    <div
      className={styles.place}
      data-shown={isShown || undefined}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {isDrawn && <Grid isActive={isActive} result={result} now={isActive ? now : later} />}
    </div>
  )
}

const selectLastSeq = ({ lastSeq }: TimelineState): readonly unknown[] => [lastSeq]
const selectLanes = ({ laneOrder, lanes }: TimelineState): readonly unknown[] =>
  laneOrder.map((id) => lanes[id])

/** What the lines are made of, which is another whenever they are. What agents did is listed once somebody looks. */
interface ShownNow {
  readonly seq: number
  readonly at: number
  readonly listed: readonly unknown[]
}

function useShownNow(isActive: boolean): ShownNow {
  const { seq, at } = useMoment()
  const select = isActive ? selectLastSeq : selectLanes
  const listed = useProjection(useSessionView(), 'timeline', select, sameItems)
  return useMemo(() => ({ seq, at, listed }), [seq, at, listed])
}

interface GridProps {
  readonly isActive: boolean
  readonly result: FilterResult
  readonly now: ShownNow
}

/** The lines, and what opens and closes them. */
function useRows({ isActive, result, now: { seq, at } }: GridProps) {
  const view = useSessionView()
  const live = useLiveView()
  const [index] = useState(() => new SpanIndex())
  const [turned, setTurned] = useState<ReadonlyMap<SpanId, boolean>>(new Map())
  const { matches, lanesWithout } = result
  if (isActive) index.update(live.state('timeline'))
  const rows = listTreeRows({
    lanes: view.state('timeline'),
    index,
    seq,
    isOpen: ({ agentId, depth }: Lane) => !isActive || (turned.get(agentId) ?? depth === 0),
    isHidden: ({ agentId }) => matches !== undefined && lanesWithout.has(agentId),
    isMatch: ({ id }) => isActive && (matches?.has(id) ?? true),
  })
  const turn = (id: SpanId, isOpen: boolean) => setTurned((all) => new Map(all).set(id, isOpen))
  const measured = { origin: originOf(view.state('timeline')), now: at }
  return { rows, turn, measured }
}

interface Lines {
  readonly rows: readonly TreeRow[]
  readonly turn: (id: SpanId, isOpen: boolean) => void
}

/** The line that keys are for, and what they do to it. */
function useActiveRow({ rows, turn }: Lines, show: (index: number) => void) {
  const { goTo, pickInTime } = useSpanPicking()
  const [activeId, setActiveId] = useState<string | undefined>(undefined)
  const active = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    const act = hasModifier(event) ? undefined : actOnTreeKey(event.key, rows, active)
    if (!act || !row) return
    event.preventDefault()
    event.stopPropagation()
    if (act.type === 'move') {
      setActiveId(rows[act.index]?.id)
      show(act.index)
    } else if (row.type === 'lane') turn(row.id, act.type === 'turn' ? act.isOpen : !row.isOpen)
    else goTo(row.id)
  }
  const onClick = (row: TreeRow) => {
    setActiveId(row.id)
    if (row.type === 'lane') turn(row.id, !row.isOpen)
    else pickInTime(row.id)
  }
  return { active, onKeyDown, onClick }
}

/** Drawn again by what it is given alone, so that what is out of sight can wait. */
const Grid = memo(DrawnGrid)

function DrawnGrid(props: GridProps) {
  const { rows, turn, measured } = useRows(props)
  const { spanId } = useSelection()
  const gridId = useId()
  const scroll = useRef<HTMLTableElement>(null)
  const list = useFixedRows({
    scroller: scroll,
    count: rows.length,
    rowPx: ROW_PX,
    abovePx: ROW_PX,
    coveredPx: ROW_PX,
    beside: OVERSCAN,
  })
  const { from, to } = list.range
  const { active, onKeyDown, onClick } = useActiveRow({ rows, turn }, list.show)
  const isActiveDrawn = active >= from && active < to
  const selected = rows.findIndex(({ id }) => id === spanId)
  const show = useEffectEvent((index: number) => list.show(index))
  useEffect(() => {
    if (selected >= 0) show(selected)
  }, [selected])
  return (
    <table
      ref={scroll}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it takes the keys of one.
      role="treegrid"
      aria-label="Agents and their work"
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      aria-activedescendant={isActiveDrawn ? `${gridId}-${active}` : undefined}
      className={styles.grid}
      onKeyDown={onKeyDown}
    >
      <Head />
      <tbody className={styles.rows} style={{ height: list.height }}>
        {rows.slice(from, to).map((row, place) => {
          const index = from + place
          const is = { isActive: index === active, isSelected: row.id === spanId }
          return (
            <Row
              key={row.id}
              gridId={gridId}
              row={row}
              index={index}
              measured={measured}
              onClick={onClick}
              {...is}
            />
          )
        })}
      </tbody>
    </table>
  )
}

/** Those are the timeline's, and the window's. */
function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}

const columns: readonly (readonly [keyof TreeCells, string])[] = [
  ['name', 'Name'],
  ['kind', 'Kind'],
  ['start', 'Start'],
  ['duration', 'Took'],
  ['tokens', 'Tokens'],
  ['cost', 'Cost'],
  ['outcome', 'Outcome'],
]

function Head() {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.columns}>
        {columns.map(([key, name]) => (
          <th key={key} scope="col" data-column={key}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly gridId: string
  readonly row: TreeRow
  readonly index: number
  readonly measured: Measured
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly onClick: (row: TreeRow) => void
}

function Row({ gridId, row, index, measured, isActive, isSelected, onClick }: RowProps) {
  const { name, ...facts } = cellsOf(row, measured)
  return (
    <tr
      id={`${gridId}-${index}`}
      aria-rowindex={index + 2}
      aria-level={row.level}
      aria-expanded={row.type === 'lane' ? row.isOpen : undefined}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      data-outcome={row.type === 'span' ? row.span.outcome : undefined}
      className={styles.row}
      style={{ transform: `translateY(${index * ROW_PX}px)` }}
      onClick={() => onClick(row)}
    >
      <td data-column="name" title={name} style={{ '--level': row.level }}>
        {row.type === 'lane' && <LaneSigns row={row} />}
        <span className={styles.name}>{name}</span>
      </td>
      {columns.map(([key]) =>
        key === 'name' ? null : (
          <td key={key} data-column={key}>
            {facts[key]}
          </td>
        ),
      )}
    </tr>
  )
}

function LaneSigns({ row }: { readonly row: Extract<TreeRow, { type: 'lane' }> }) {
  const hue = useHue(row.id)
  return (
    <>
      <ChevronRight className={styles.arrow} size={13} data-open={row.isOpen} aria-hidden="true" />
      <Swatch color={hue} />
    </>
  )
}
