import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { countLines } from '#shared/changes/hunks.ts'
import { useShortcutTable } from '../../keyboard/shortcuts.ts'
import { useSelection } from '../../session/session-context.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { formatPath } from '../../ui/text/format.ts'
import { actOf, CHANGE_ACT_EVENT, type ChangeAct, isChangeAct } from './change-actions.ts'
import { ChangeRow } from './change-row.tsx'
import {
  AROUND,
  type Current,
  isStop,
  lineOf,
  type Row,
  type Stop,
  stopAfter,
} from './change-rows.ts'
import styles from './changes.module.css'
import { useCommentDrafts } from './comment-drafts.ts'
import { type Chosen, withoutContested } from './decisions.ts'
import { LineCounts, SHOWN_LINES } from './hunk-lines.tsx'
import { tellState } from './revert-conflicts.ts'
import type { Deciding } from './use-deciding.ts'

interface HunkListProps {
  readonly rows: readonly Row[]
  readonly current: Current
  /** Absent in the past, and out of the host's reach. */
  readonly deciding: Deciding | undefined
}

/** The changes of all files in one list, gone through and decided by keys. */
export function HunkList({ rows, current, deciding }: HunkListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const comments = useCommentDrafts(rows)
  const { select } = useSelection()
  const stop = current.stops[current.place]
  const { list, currentIndex } = useRowList(rows, { scroller, current })
  const focusing = useShownStop({
    scroller,
    id: stop?.id,
    show: () => list.scrollToIndex(currentIndex, { align: 'start' }),
  })
  const open = (one: Stop) => select({ path: one.path, line: lineOf(one) })
  const acting = useChangeActs(scroller, {
    ...findMoves(current),
    open: stop && (() => open(stop)),
    comment: deciding && stop?.type === 'hunk' ? () => comments.begin(stop) : undefined,
    ...(deciding && stop && findDecisions(stop, deciding)),
  })
  const draw = (row: Row) =>
    isStop(row) ? (
      <ChangeRow
        row={row}
        isCurrent={row.id === stop?.id}
        commenting={row.type === 'hunk' ? comments.find(row) : undefined}
        deciding={deciding}
        onFocus={() => current.choose(current.stops.indexOf(row))}
        onOpen={() => open(row)}
        onComment={() => row.type === 'hunk' && comments.begin(row)}
      />
    ) : (
      <FileHead {...row} deciding={deciding} />
    )
  return (
    <div ref={scroller} className={styles.scroller} {...focusing} {...acting}>
      <div className={styles.rows} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                ref={list.measureElement}
                data-index={index}
                className={styles.placed}
                style={{ transform: `translateY(${start}px)` }}
              >
                {draw(row)}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

interface RowListOptions {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly current: Current
}

/** Which rows are drawn, and where; `currentIndex` is that of the one keys are about. */
function useRowList(rows: readonly Row[], { scroller, current: { stops, place } }: RowListOptions) {
  const stop = stops[place]
  const ofStop = rows.findIndex(({ id }) => id === stop?.id)
  // The first comes with the head of its file.
  const currentIndex = place === 0 ? 0 : ofStop
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    initialOffset: () => offsetOf(rows, currentIndex),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 3,
    // The head of its file stays in sight.
    scrollPaddingStart: HEAD_PX,
    // What keys are about is there wherever one has scrolled to.
    rangeExtractor: (range) => withPlace(defaultRangeExtractor(range), ofStop),
  })
  return { list, currentIndex }
}

function findMoves({ stops, place, choose }: Current): ChangeActs {
  if (stops.length === 0) return {}
  const go = (act: 'next' | 'previous' | 'first' | 'last') => () =>
    choose(stopAfter(act, place, stops.length))
  return { next: go('next'), previous: go('previous'), first: go('first'), last: go('last') }
}

function findDecisions({ chosen }: Stop, deciding: Deciding): ChangeActs {
  const canRevert = withoutContested(chosen) !== undefined
  return {
    accept: () => deciding.accept([chosen]),
    revert: canRevert ? () => deciding.revert([chosen]) : undefined,
  }
}

function withPlace(range: readonly number[], place: number): number[] {
  return place < 0 || range.includes(place)
    ? [...range]
    : [...range, place].toSorted((a, b) => a - b)
}

const HEAD_PX = 34
const LINE_PX = 18
/** Below the lines, and the change. */
const EDGES_PX = 9
/** Most changes have as many lines of others before them as after. */
const LINES_AROUND = 2 * AROUND

function estimate(row: Row | undefined): number {
  if (row?.type !== 'hunk') return HEAD_PX
  const lines = row.hunk.removed.length + row.hunk.added.length + LINES_AROUND
  return HEAD_PX + Math.min(lines, SHOWN_LINES) * LINE_PX + EDGES_PX
}

/** Where a row begins, with the head of its file above it. */
function offsetOf(rows: readonly Row[], index: number): number {
  const above = rows.slice(0, Math.max(0, index)).reduce((sum, row) => sum + estimate(row), 0)
  return Math.max(0, above - HEAD_PX)
}

/** What each does; absent: nothing now. */
type ChangeActs = Readonly<Partial<Record<ChangeAct, (() => unknown) | undefined>>>

/** Does in a list of changes what its keys ask for, and the commands of the window. */
function useChangeActs(list: RefObject<HTMLElement | null>, acts: ChangeActs) {
  const table = useShortcutTable()
  const onCommand = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent && isChangeAct(event.detail)) acts[event.detail]?.()
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: Event) => onCommand(event)
    list.current?.addEventListener(CHANGE_ACT_EVENT, listen, { signal: listening.signal })
    return () => listening.abort()
  }, [list])
  return {
    'data-change-acts': Object.entries(acts)
      .flatMap(([name, act]) => (act ? name : []))
      .join(' '),
    onKeyDown: (event: KeyboardEvent) => {
      // What is written into a field is not for the list.
      if (event.target instanceof HTMLTextAreaElement) return
      const asked = actOf(table, event)
      const act = asked && acts[asked]
      if (!act) return
      event.preventDefault()
      act()
    },
  }
}

interface FileHeadProps {
  readonly path: string
  readonly chosen: Chosen
  readonly deciding: Deciding | undefined
}

/** Above a file's changes: which it is, and what can be done with all of them. */
function FileHead({ path, chosen, deciding }: FileHeadProps) {
  const { words } = tellState(chosen)
  const isOne = chosen.hunks.length < 2
  return (
    <header className={styles.fileHead}>
      <h3 title={formatPath(path)}>{formatPath(path)}</h3>
      <LineCounts {...countLines(chosen.hunks)} />
      <span className={styles.fileWords}>{words}</span>
      {deciding && !isOne && (
        <>
          <Button
            isSmall
            variant="quiet"
            aria-label={`Revert file… ${formatPath(path)}`}
            disabled={!withoutContested(chosen)}
            onClick={() => void deciding.askToRevert([chosen])}
          >
            Revert file…
          </Button>
          <Button
            isSmall
            variant="quiet"
            aria-label={`Accept file ${formatPath(path)}`}
            onClick={() => void deciding.accept([chosen])}
          >
            Accept file
          </Button>
        </>
      )}
    </header>
  )
}

interface ShownStop {
  readonly scroller: RefObject<HTMLElement | null>
  /** Of what is looked at. */
  readonly id: string | undefined
  /** Brings it into sight. */
  readonly show: () => void
}

/** Keeps what is looked at in sight when it becomes another, and the focus on it where that was in the list. */
function useShownStop({ scroller, id, show }: ShownStop) {
  const hadFocus = useRef(false)
  // The list begins with it in sight.
  const shown = useRef(id)
  const follow = useEffectEvent(() => {
    const drawn =
      id && scroller.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(id)}"]`)
    const isNew = shown.current !== id
    // What was pressed, or tabbed to, is in sight: it must not move away from under the pointer.
    const isThere = drawn && (drawn.contains(document.activeElement) || isInSight(drawn))
    if (isNew && !isThere) show()
    if (!drawn) return
    if (isBehind(drawn, isNew)) drawn.focus({ preventScroll: true })
    shown.current = id
  })
  const isInSight = (drawn: HTMLElement): boolean => {
    const [inside, around] = [drawn, scroller.current].map((one) => one?.getBoundingClientRect())
    return inside && around ? inside.top >= around.top && inside.bottom <= around.bottom : false
  }
  /** What had the focus has gone, or is what was looked at before. What is being written keeps it. */
  const isBehind = (drawn: HTMLElement, isNew: boolean): boolean => {
    const active = document.activeElement
    if (active === document.body) return hadFocus.current
    if (active instanceof HTMLTextAreaElement) return false
    return isNew && scroller.current?.contains(active) === true && !drawn.contains(active)
  }
  useLayoutEffect(() => follow())
  return {
    onFocus: () => {
      hadFocus.current = true
    },
    // What has the focus and goes does not say where to.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      const isInside = relatedTarget instanceof Node && scroller.current?.contains(relatedTarget)
      if (relatedTarget && !isInside) hadFocus.current = false
    },
  }
}
