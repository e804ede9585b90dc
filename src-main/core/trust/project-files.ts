import { AppError } from '#shared/error.ts'
import { Confinement } from '../workspace/confinement.ts'
import { DiskFiles } from '../workspace/disk-files.ts'

const MAX_BYTES = 1024 * 1024

/** What is larger is known by its size and when it was modified. */
const MAX_HASHED_BYTES = 8 * 1024 * 1024

/** The project's files as far as they may name or be what is started. Nothing outside is read. */
export class ProjectFiles {
  readonly #files: DiskFiles
  readonly #digests = new Map<string, Promise<string | undefined>>()

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

  /** Says when a file that an argument may name is another. Read once; `undefined`: it names none. */
  findDigest(argument: string): Promise<string | undefined> {
    const known = this.#digests.get(argument)
    if (known) return known
    const digest = this.#digest(argument)
    this.#digests.set(argument, digest)
    return digest
  }

  async #digest(argument: string): Promise<string | undefined> {
    try {
      const { hash, size, modifiedAt } = await this.#files.read(argument, MAX_HASHED_BYTES)
      return hash ?? `${size} ${modifiedAt}`
    } catch (error) {
      if (AppError.is(error)) return undefined
      throw error
    }
  }
}
