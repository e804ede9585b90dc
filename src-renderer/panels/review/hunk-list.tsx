import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'
import { useSelection } from '../../client/session-context.tsx'
import { withoutContested } from './decisions.ts'
import { FileHead } from './file-head.tsx'
import { SHOWN_LINES } from './hunk-lines.tsx'
import styles from './review.module.css'
import { ReviewRow } from './review-row.tsx'
import { AROUND, isStop, lineOf, type Row, type Stop, stopAfter } from './rows.ts'
import { useCommentDrafts } from './use-comment-drafts.ts'
import type { Current } from './use-current.ts'
import type { Deciding } from './use-deciding.ts'
import { type ReviewActs, useReviewActs } from './use-review-acts.ts'
import { useShownStop } from './use-shown-stop.ts'

export interface HunkListProps {
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
    ...{ scroller, id: stop?.id },
    show: () => list.scrollToIndex(currentIndex, { align: 'start' }),
  })
  const open = (one: Stop) => select({ path: one.path, line: lineOf(one) })
  const acting = useReviewActs(scroller, {
    ...findMoves(current),
    open: stop && (() => open(stop)),
    comment: deciding && stop?.type === 'hunk' ? () => comments.begin(stop) : undefined,
    ...(deciding && stop && findDecisions(stop, deciding)),
  })
  const draw = (row: Row) =>
    isStop(row) ? (
      <ReviewRow
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

function findMoves({ stops, place, choose }: Current): ReviewActs {
  if (stops.length === 0) return {}
  const go = (act: 'next' | 'previous' | 'first' | 'last') => () =>
    choose(stopAfter(act, place, stops.length))
  return { next: go('next'), previous: go('previous'), first: go('first'), last: go('last') }
}

function findDecisions({ chosen }: Stop, deciding: Deciding): ReviewActs {
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
