import { AppError } from '#shared/error.ts'
import { type SkillPlace, toSkillPath } from './agent-path.ts'
import { Confinement, type Naming } from './confinement.ts'
import type { FileBytes, FileStat, SkillFolders } from './define.ts'
import { DiskFiles } from './disk-files.ts'
import { getText } from './text-format.ts'

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
