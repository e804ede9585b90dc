import { useState } from 'react'
import type { Author } from '#shared/changes/line-authors.ts'
import type { PendingHunk } from '#shared/changes/pending-text.ts'
import { fingerprint } from '#shared/lib/fingerprint.ts'
import {
  hunksOf,
  isOfRun,
  type PendingFile,
  type PendingTextFile,
  type PendingWholeFile,
} from '../../session/changes/pending-file-changes.ts'
import type { ChangeAct } from './change-actions.ts'
import type { Chosen } from './decisions.ts'

interface Placed {
  readonly id: string
  readonly path: string
}

/** What stands in the list of changes, one below the other. `chosen`: what its buttons are about. */
export type Row = Placed &
  (
    | { readonly type: 'file'; readonly pending: PendingFile; readonly chosen: Chosen }
    | HunkRow
    | { readonly type: 'whole'; readonly pending: PendingWholeFile; readonly chosen: Chosen }
  )

export interface HunkRow extends Placed {
  readonly type: 'hunk'
  readonly pending: PendingTextFile
  readonly hunk: PendingHunk
  /** Of those of its file, from 1; `of` is how many there are. */
  readonly place: number
  readonly of: number
  readonly chosen: Chosen
}

/** One of those that are gone through by keys: every row but the heads. */
export type Stop = Exclude<Row, { readonly type: 'file' }>

/** `run`: only what that run made; absent: all. */
export function listRows(files: readonly PendingFile[], run: number | undefined): readonly Row[] {
  return files.flatMap((pending): readonly Row[] => {
    const { path } = pending.file
    const below = listBelow(pending, run)
    if (below.length === 0) return []
    const hunks = pending.type === 'text' ? hunksOf(pending, run) : []
    return [{ type: 'file', id: path, path, pending, chosen: { pending, hunks } }, ...below]
  })
}

function listBelow(pending: PendingFile, run: number | undefined): readonly Row[] {
  const { path } = pending.file
  if (pending.type === 'whole') {
    if (!isOfRun(pending, pending.authors, run)) return []
    return [{ type: 'whole', id: `${path} whole`, path, pending, chosen: { pending, hunks: [] } }]
  }
  const names = nameHunks(pending.text.hunks)
  const hunks = hunksOf(pending, run)
  return hunks.map((hunk, index) => ({
    type: 'hunk',
    id: `${path} ${names.get(hunk)}`,
    path,
    pending,
    hunk,
    place: index + 1,
    of: hunks.length,
    chosen: { pending, hunks: [hunk] },
  }))
}

/** By what they change, wherever that is: a hunk keeps its name when lines come or go above it. */
function nameHunks(hunks: readonly PendingHunk[]): ReadonlyMap<PendingHunk, string> {
  const counts = new Map<string, number>()
  return new Map(
    hunks.map((hunk) => {
      const change = fingerprint(JSON.stringify([hunk.removed, hunk.added]))
      const count = (counts.get(change) ?? 0) + 1
      counts.set(change, count)
      return [hunk, `${change}:${count}`]
    }),
  )
}

export function isStop(row: Row): row is Stop {
  return row.type !== 'file'
}

/** Where a file is looked at for it; of a whole one, at its beginning. */
export function lineOf(row: Stop): number | undefined {
  return row.type === 'hunk' ? row.hunk.at + 1 : undefined
}

export function authorsIn(row: Stop): readonly Author[] {
  if (row.type === 'hunk') return row.hunk.authors
  return row.type === 'whole' ? row.pending.authors : []
}

/** How far an act leads among the stops. */
const strides = {
  next: 1,
  previous: -1,
  first: Number.NEGATIVE_INFINITY,
  last: Number.POSITIVE_INFINITY,
} as const satisfies Partial<Readonly<Record<ChangeAct, number>>>

/** Where an act leads to from the nth of so many stops, of which there is one at least. */
export function stopAfter(act: keyof typeof strides, from: number, count: number): number {
  return Math.min(Math.max(from + strides[act], 0), count - 1)
}

/** A hunk's lines and what stands around them, as they are drawn. */
interface DrawnLine {
  readonly id: string
  readonly type: 'same' | 'removed' | 'added'
  readonly text: string
  /** In what the file holds, from 1; of what is removed, in what it is compared with. */
  readonly number: number
  /** It is the last, and ends without a line end. */
  readonly isOpen: boolean
}

/** How many lines are drawn before a change, and after it. */
export const AROUND = 3

/** `current`: all lines that the file holds. */
export function drawLines(
  { from, at, removed, added }: PendingHunk,
  current: readonly string[],
): readonly DrawnLine[] {
  const end = at + added.length
  const same = (line: number): DrawnLine => toLine('same', line, current[line] ?? '')
  const before = rangeOf(Math.max(0, at - AROUND), at).map(same)
  const after = rangeOf(end, Math.min(current.length, end + AROUND)).map(same)
  return [
    ...before,
    ...removed.map((text, index) => toLine('removed', from + index, text)),
    ...added.map((text, index) => toLine('added', at + index, text)),
    ...after,
  ]
}

function toLine(type: DrawnLine['type'], line: number, text: string): DrawnLine {
  const shown = text.replace(/(?:\r\n|\r|\n)$/, '')
  const isOpen = type !== 'same' && !/[\r\n]$/.test(text)
  return { id: `${type} ${line}`, type, text: shown, number: line + 1, isOpen }
}

function rangeOf(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

export interface Current {
  readonly stops: readonly Stop[]
  /** Of the stop that is looked at; -1 where there is none. */
  readonly place: number
  choose(place: number): void
}

interface Kept {
  readonly id: string
  readonly place: number
}

/** What is looked at in a list that changes by itself: where it has gone, what came in its place. */
export function useCurrent(rows: readonly Row[]): Current {
  const [kept, keep] = useState<Kept>()
  const stops = rows.filter(isStop)
  const found = stops.findIndex(({ id }) => id === kept?.id)
  const place = found >= 0 ? found : Math.min(kept?.place ?? 0, stops.length - 1)
  const stop = stops[place]
  if (stop && (kept?.id !== stop.id || kept.place !== place)) keep({ id: stop.id, place })
  return {
    stops,
    place,
    choose: (chosen) => {
      const next = stops[chosen]
      if (next) keep({ id: next.id, place: chosen })
    },
  }
}
