import { AppError } from '#shared/error.ts'
import { Confinement } from '../workspace/confinement.ts'
import { DiskFiles } from '../workspace/disk-files.ts'

const MAX_BYTES = 1024 * 1024

/** The project's files as far as they may name or be what is started. Nothing outside is read. */
export class ProjectFiles {
  readonly #files: DiskFiles

  constructor(root: string) {
    this.#files = new DiskFiles(new Confinement(root))
  }

  /** `undefined`: there is no such file. Fails with a sentence where it can't be read whole. */
  async read(file: string): Promise<Uint8Array | undefined> {
    try {
      const { bytes, size } = await this.#files.read(file, MAX_BYTES)
      if (size === bytes.byteLength) return bytes
    } catch (error) {
      if (AppError.is(error) && error.code === 'not-found') return undefined
      throw error
    }
    throw new AppError('invalid-input', `${file} is larger than 1 MB.`)
  }

  /** The content of a file that an argument may name; `undefined` where it names none. */
  async find(argument: string): Promise<Uint8Array | undefined> {
    try {
      return await this.read(argument)
    } catch (error) {
      if (AppError.is(error)) return undefined
      throw error
    }
  }
}
