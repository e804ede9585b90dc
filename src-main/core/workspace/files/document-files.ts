import { normalizeLineEnds } from '#shared/changes/line-endings.ts'
import type { FileContent } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { hashOf } from '../../runtime/ids.ts'
import type { Store } from '../../store/store.ts'
import {
  type AgentPath,
  hasForms,
  isFixedFolder,
  isWithin,
  type Place,
  pickTwin,
  type SkillPlace,
  toSkillPath,
} from '../paths/agent-path.ts'
import { Confinement, type Naming } from '../paths/confinement.ts'
import { DiskFiles, type FileBytes, type FileStat } from './disk-files.ts'
import type { SkillFolders } from './file-changes.ts'
import { getText } from './text-format.ts'

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

const NONE: SkillFolders = { find: async () => undefined, names: async () => [] }

/** The files of the person's own skills, to be read: nothing leads out of a skill's folder. */
export class SkillFiles {
  readonly #folders: SkillFolders

  constructor(folders: SkillFolders = NONE) {
    this.#folders = folders
  }

  async read(place: SkillPlace, maxBytes: number): Promise<FileBytes> {
    const files = await this.#find(place.name)
    if (!files) throw missing(place)
    return await files.read(place.relative, maxBytes)
  }

  async readText(place: SkillPlace, maxBytes: number): Promise<string> {
    const path = toSkillPath(place.name, place.relative)
    const { bytes, hash } = await this.read(place, maxBytes)
    if (!hash) throw new AppError('limit', `${path} is too large to be read.`)
    return (await getText(bytes, path)).text
  }

  async stat(place: SkillPlace): Promise<FileStat | undefined> {
    if (place.name === '') return toFolder('')
    return await (await this.#find(place.name))?.stat(place.relative)
  }

  async list(place: SkillPlace): Promise<readonly FileStat[]> {
    if (place.name === '') return (await this.#folders.names()).map(toFolder)
    const files = await this.#find(place.name)
    if (!files) throw missing(place)
    return await files.list(place.relative)
  }

  async #find(name: string): Promise<DiskFiles | undefined> {
    const folder = await this.#folders.find(name)
    return folder === undefined
      ? undefined
      : new DiskFiles(new Confinement(folder, skillNaming(name)))
  }
}

/** How a skill and what is in it are called. */
export function skillNaming(name: string): Naming {
  return { whole: 'its skill', toPath: (relative) => toSkillPath(name, relative) }
}

function toFolder(name: string): FileStat {
  return { path: toSkillPath(name, ''), isFolder: true, size: 0, modifiedAt: 0 }
}

function missing({ name, relative }: SkillPlace): AppError {
  return new AppError('not-found', `There is no ${toSkillPath(name, relative)}.`)
}
