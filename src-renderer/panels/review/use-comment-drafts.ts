import { useState } from 'react'
import { type CommentDraft, placeDrafts, startDraft } from './comment-drafts.ts'
import type { HunkRow, Row } from './rows.ts'

/** What is being written about one change. */
export interface Commenting {
  readonly text: string
  write(text: string): void
  close(): void
}

export interface CommentDrafts {
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
