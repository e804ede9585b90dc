import { useState } from 'react'
import type { HunkRow, Row } from './change-rows.ts'

/** A comment that is being written, and what about. */
interface CommentDraft {
  /** Of its row. */
  readonly id: string
  readonly path: string
  readonly from: number
  readonly at: number
  readonly text: string
}

/** A comment on a change, of which nothing is written yet. */
export function startDraft({ id, path, hunk }: HunkRow): CommentDraft {
  return { id, path, from: hunk.from, at: hunk.at, text: '' }
}

/** Which of the rows is commented on, by its id: the same change, or else what has come in its place. */
export function placeDrafts(
  rows: readonly Row[],
  drafts: readonly CommentDraft[],
): ReadonlyMap<string, CommentDraft> {
  const hunks = rows.filter((row) => row.type === 'hunk')
  const placed = new Map<string, CommentDraft>()
  const place = (draft: CommentDraft, isIts: (row: HunkRow) => boolean) => {
    const row = hunks.find((one) => !placed.has(one.id) && isIts(one))
    if (row) placed.set(row.id, draft)
    return row === undefined
  }
  const moved = drafts.filter((draft) => place(draft, ({ id }) => id === draft.id))
  for (const draft of moved) {
    place(draft, ({ path, hunk: { from, at } }) => {
      return path === draft.path && (from === draft.from || at === draft.at)
    })
  }
  return placed
}

/** What is being written about one change. */
export interface Commenting {
  readonly text: string
  write(text: string): void
  close(): void
}

interface CommentDrafts {
  /** A comment that was begun already goes on. */
  begin(row: HunkRow): void
  /** `undefined`: none is being written. */
  find(row: HunkRow): Commenting | undefined
}

/** The comments that are being written: they outlive their rows, which come and go. */
export function useCommentDrafts(rows: readonly Row[]): CommentDrafts {
  const [drafts, keep] = useState<readonly CommentDraft[]>([])
  const placed = placeDrafts(rows, drafts)
  const replace = (old: CommentDraft, ...by: readonly CommentDraft[]) =>
    keep((known) => known.flatMap((draft) => (draft.id === old.id ? by : [draft])))
  return {
    begin: (row) => {
      if (!placed.has(row.id)) keep([...drafts, startDraft(row)])
    },
    find: (row) => {
      const draft = placed.get(row.id)
      return (
        draft && {
          text: draft.text,
          write: (text) => replace(draft, { ...startDraft(row), text }),
          close: () => replace(draft),
        }
      )
    },
  }
}
