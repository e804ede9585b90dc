import type { ChangedBy } from '../events/file.ts'
import type { EventFor } from '../events/index.ts'
import type { BlobRef, FileContent } from '../events/value.ts'
import type { SpanId } from '../lib/ids.ts'
import { defineProjection } from './define.ts'

/** A file that changed since the session began. */
export interface TouchedFile {
  readonly path: string
  /** As it was when the session began. */
  readonly before: FileContent | null
  /** As it is at this point. */
  readonly after: FileContent | null
  readonly added: number
  readonly removed: number
  /** Who changed it, in the order they first did; absent id: a person, or nobody knows. */
  readonly by: readonly { readonly type: ChangedBy['type']; readonly agentId?: SpanId }[]
  /** Of its last change. */
  readonly seq: number
}

export interface FilesState {
  root?: string
  /** The tree when the session began, and the latest that was taken: both refer to a `Tree` as JSON. */
  firstTree?: BlobRef
  tree?: BlobRef
  /** The commit that was checked out when `tree` was taken; absent where there was none. */
  head?: string
  /** What changed since `tree` was taken, by path as agents see it. */
  sinceTree: Record<string, FileContent | null>
  touched: Record<string, TouchedFile>
  /** What an agent's call changed last, as long as it is there; what it held before. */
  lastEdit?: { readonly path: string; readonly seq: number; readonly before: FileContent | null }
}

/** The content of every file, as references, and what the session changed. */
export const files = defineProjection<FilesState>({
  init: () => ({ sinceTree: {}, touched: {} }),
  copy: (state) => ({
    ...state,
    sinceTree: { ...state.sinceTree },
    touched: { ...state.touched },
  }),
  on: {
    'session.created': (state, { data }) => {
      state.root = data.root
    },
    'session.forked': (state, { data }) => {
      state.root = data.root
    },
    'snapshot.taken': (state, { data }) => {
      state.firstTree ??= data.tree
      state.tree = data.tree
      if (data.head) state.head = data.head
      else delete state.head
      state.sinceTree = onlyOutsideTree(state.sinceTree)
    },
    'file.changed': (state, event) => {
      state.sinceTree[event.data.path] = event.data.after
      state.touched[event.data.path] = touch(state.touched[event.data.path], event)
      followEdit(state, event)
    },
  },
})

/** A tree holds the project alone: what changed elsewhere (`/docs/…`) outlives it. */
function onlyOutsideTree(changes: FilesState['sinceTree']): FilesState['sinceTree'] {
  return Object.fromEntries(
    Object.entries(changes).filter(([path]) => !path.startsWith('/workspace/')),
  )
}

function followEdit(state: FilesState, { seq, data }: EventFor<'file.changed'>): void {
  const { path, before, after, by } = data
  if (after === null && state.lastEdit?.path === path) delete state.lastEdit
  if (after !== null && by.type === 'call') state.lastEdit = { path, seq, before }
}

function touch(
  known: TouchedFile | undefined,
  { seq, agentId, data }: EventFor<'file.changed'>,
): TouchedFile {
  const author = { type: data.by.type, ...(agentId && { agentId }) }
  const by = known?.by ?? []
  const isKnown = by.some((one) => one.type === author.type && one.agentId === author.agentId)
  return {
    path: data.path,
    before: known ? known.before : data.before,
    after: data.after,
    added: (known?.added ?? 0) + data.added,
    removed: (known?.removed ?? 0) + data.removed,
    by: isKnown ? by : [...by, author],
    seq,
  }
}
