import type { EventFor } from '#shared/events/index.ts'
import type { BlobRef, FileContent } from '#shared/events/value.ts'
import type { SessionId } from '#shared/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import { inTurns } from '../log/in-turns.ts'
import type { Store } from '../log/store.ts'
import { toPlace } from '../workspace/agent-path.ts'
import { filesOf, toKnownTree } from '../workspace/known-tree.ts'

/**
 * Adds files that the log first recorded after `seq`, such as ignored files and those of nested repositories, with
 * the content that their first change replaced.
 */
export async function addLateRecordedFiles(
  store: Store,
  { sessionId, seq }: { readonly sessionId: SessionId; readonly seq: number },
  state: FilesState,
): Promise<FilesState> {
  const late = new LateRecordedFiles(store, state)
  for await (const page of inTurns(store.events.read(sessionId, { after: seq }))) {
    for (const event of page) {
      if (event.kind === 'snapshot.taken') late.tree = event.data.tree
      if (event.kind === 'file.changed') late.add(event.data)
    }
  }
  return { ...state, sinceTree: { ...state.sinceTree, ...late.found } }
}

class LateRecordedFiles {
  readonly found: Record<string, FileContent> = {}
  /** The last snapshot before the change that is added next. */
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
  add({ path, before }: Pick<EventFor<'file.changed'>['data'], 'path' | 'before'>): void {
    const place = toPlace(path)
    if (place.type !== 'project' || this.#changed.has(path)) return
    this.#changed.add(path)
    // Reading a tree takes long, so a file that is new, as most are, doesn't get that far.
    if (before === null || this.#known.has(place.relative)) return
    if (!this.#isInTree(place.relative)) this.found[path] = before
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
