import type { EventFor } from '#shared/events/index.ts'
import type { BlobRef, FileContent } from '#shared/events/value.ts'
import type { SessionId } from '#shared/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import { inTurns } from '../log/in-turns.ts'
import type { Store } from '../log/store.ts'
import { toPlace } from '../workspace/agent-path.ts'
import { filesOf, toKnownTree } from '../workspace/known-tree.ts'

/**
 * Adds files that a log came to know only after `seq`: ignored files, and those of repositories in the
 * project, are recorded from the first change that a call or a person makes. What it replaced is how they
 * had been.
 */
export async function addLearntFiles(
  store: Store,
  { sessionId, seq }: { readonly sessionId: SessionId; readonly seq: number },
  state: FilesState,
): Promise<FilesState> {
  const learning = new Learning(store, state)
  for await (const page of inTurns(store.events.read(sessionId, { after: seq }))) {
    for (const event of page) {
      if (event.kind === 'snapshot.taken') learning.tree = event.data.tree
      if (event.kind === 'file.changed') learning.note(event.data)
    }
  }
  return { ...state, sinceTree: { ...state.sinceTree, ...learning.learnt } }
}

class Learning {
  readonly learnt: Record<string, FileContent> = {}
  /** The last one before the change that is noted next. */
  tree: BlobRef | undefined
  readonly #store: Store
  readonly #known: ReadonlyMap<string, unknown>
  readonly #changed = new Set<string>()
  #read: { readonly tree: BlobRef; readonly files: ReadonlyMap<string, unknown> } | undefined

  constructor(store: Store, state: FilesState) {
    this.#store = store
    this.#known = filesOf(toKnownTree(state, store.blobs))
  }

  /** The first change of a file counts. One that a later tree has may have been made in between. */
  note({ path, before }: Pick<EventFor<'file.changed'>['data'], 'path' | 'before'>): void {
    const place = toPlace(path)
    if (place.type !== 'project' || this.#changed.has(path)) return
    this.#changed.add(path)
    // Reading a tree takes long, so a file that is new, as most are, doesn't get that far.
    if (before === null || this.#known.has(place.relative)) return
    if (!this.#isInTree(place.relative)) this.learnt[path] = before
  }

  #isInTree(relative: string): boolean {
    const { tree } = this
    if (!tree) return false
    if (this.#read?.tree !== tree) {
      const json = this.#store.blobs.get(tree.ref)
      this.#read = { tree, files: filesOf({ ...(json && { tree: json }), changes: {}, kept: [] }) }
    }
    return this.#read.files.has(relative)
  }
}
