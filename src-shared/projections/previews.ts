import type { FileContent } from '../events/value.ts'
import { defineProjection } from './define.ts'

export interface Preview {
  readonly seq: number
  readonly at: number
  readonly url: string
  readonly title: string
  /** How it looked when it was opened. */
  readonly picture?: FileContent
}

export interface PreviewsState {
  /** In the order in which they were opened: the last is the one that is shown. */
  all: Preview[]
}

/** The pages of this machine that agents showed to people. */
export const previews = defineProjection<PreviewsState>({
  init: () => ({ all: [] }),
  copy: ({ all }) => ({ all: [...all] }),
  on: {
    'preview.opened': ({ all }, { seq, at, data: { url, title, picture } }) => {
      all.push({ seq, at, url, title, ...(picture && { picture }) })
    },
    'session.rewound': (state, { data: { to } }) => {
      state.all = state.all.filter(({ seq }) => seq <= to)
    },
  },
})

/** The one that is shown. */
export function shownPreview({ all }: PreviewsState): Preview | undefined {
  return all.at(-1)
}
