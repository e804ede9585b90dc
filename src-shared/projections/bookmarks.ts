import type { Bookmark } from '../events/session.ts'
import { defineProjection } from './define.ts'

export interface BookmarksState {
  /** By the seq they are about: listed in that order. */
  bySeq: Record<number, Bookmark>
}

/** The places a person marked. */
export const bookmarks = defineProjection<BookmarksState>({
  init: () => ({ bySeq: {} }),
  copy: ({ bySeq }) => ({ bySeq: { ...bySeq } }),
  on: {
    'bookmark.added': (state, { data }) => {
      state.bySeq[data.seq] = data
    },
    'bookmark.removed': (state, { data }) => {
      delete state.bySeq[data.seq]
    },
  },
})
