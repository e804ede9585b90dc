import { AppError } from '#shared/error.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { normalizeLineEnds } from '#shared/review/line-ends.ts'
import { hashOf } from '../log/blobs.ts'
import type { Store } from '../log/store.ts'
import { isFixedFolder, isWithin, type Place } from './agent-path.ts'
import type { AgentPath, FileBytes, FileStat } from './define.ts'
import { hasForms, pickTwin } from './name-twins.ts'

type Document = Extract<Place, { type: 'document' }>

/** Text files that live in the store: `/docs/…` and `/memories/…` of the project, the rest of the session. */
export class DocumentFiles {
  readonly #store: Pick<Store, 'documents' | 'blobs'>
  readonly #projectId: ProjectId
  readonly #sessionId: SessionId

  constructor(options: { store: Store; projectId: ProjectId; sessionId: SessionId }) {
    this.#store = options.store
    this.#projectId = options.projectId
    this.#sessionId = options.sessionId
  }

  /** The same place, with its path spelled as an existing document's if their letters look the same. */
  spell(place: Document): Document {
    if (!hasForms(place.path) || this.#find(place)) return place
    const paths = this.#store.documents.list(this.#scope(place)).map(({ path }) => path)
    return { ...place, path: pickTwin(paths, place.path) ?? place.path }
  }

  read(place: Document): FileBytes {
    const { text, modifiedAt } = this.#get(place)
    const bytes = Buffer.from(text)
    return { bytes, size: bytes.length, hash: hashOf(bytes), modifiedAt }
  }

  readText(place: Document): string {
    return normalizeLineEnds(this.#get(place).text)
  }

  /** As the log refers to it; its content is kept. */
  contentOf(place: Document): FileContent | null {
    const found = this.#find(place)
    if (!found) return null
    return this.keep(Buffer.from(found.text))
  }

  /** Keeps a content for the log to refer to. */
  keep(bytes: Uint8Array): FileContent {
    return { hash: this.#store.blobs.put(this.#sessionId, bytes), size: bytes.length }
  }

  /** Throws where it is a folder. */
  refuseFolder(place: Document): void {
    if (isFixedFolder(place.path) || this.stat(place)?.isFolder) {
      throw new AppError('unsupported', `${place.path} is a folder.`)
    }
  }

  /** While others, of this session or another of the project, change nothing in the same scope. */
  inTurn<T>(place: Document, work: () => Promise<T>): Promise<T> {
    return this.#store.documents.inTurn(this.#scope(place), work)
  }

  async write(place: Document, text: string): Promise<void> {
    await this.#store.documents.write(this.#scope(place), place.path, text)
  }

  async remove(place: Document): Promise<void> {
    await this.#store.documents.remove(this.#scope(place), place.path)
  }

  stat(place: Document): FileStat | undefined {
    const found = this.#find(place)
    if (found) {
      const size = Buffer.byteLength(found.text)
      return { path: place.path, isFolder: false, size, modifiedAt: found.modifiedAt }
    }
    const below = this.within(place)
    const isFolder = below.length > 0 || isFixedFolder(place.path)
    const modifiedAt = Math.max(0, ...below.map((file) => file.modifiedAt))
    return isFolder ? { path: place.path, isFolder, size: 0, modifiedAt } : undefined
  }

  /** Every document at and below a path, by path. */
  within(place: Document): readonly FileStat[] {
    return this.#store.documents
      .list(this.#scope(place))
      .filter(({ path }) => isWithin(path, place.path))
      .map(({ path, bytes, modifiedAt }) => ({ path, isFolder: false, size: bytes, modifiedAt }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** What is directly in a folder: documents, and the folders that others are in. */
  list(place: Document): readonly FileStat[] {
    const start = place.path === '/' ? 1 : place.path.length + 1
    const entries = new Map<AgentPath, FileStat>()
    for (const file of this.within(place)) {
      const slash = file.path.indexOf('/', start)
      const path = slash < 0 ? file.path : file.path.slice(0, slash)
      const isNew = !entries.has(path)
      if (isNew) entries.set(path, slash < 0 ? file : { ...file, path, isFolder: true, size: 0 })
    }
    return [...entries.values()]
  }

  #get(place: Document): { readonly text: string; readonly modifiedAt: number } {
    const found = this.#find(place)
    if (!found) throw new AppError('not-found', `There is no ${place.path}.`)
    return found
  }

  #find(place: Document) {
    return this.#store.documents.read(this.#scope(place), place.path)
  }

  #scope({ scope }: Document): ProjectId | SessionId {
    return scope === 'project' ? this.#projectId : this.#sessionId
  }
}
