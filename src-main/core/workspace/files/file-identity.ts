import { AppError } from '#shared/lib/app-error.ts'
import type { Confinement } from '../paths/confinement.ts'
import { isMissing } from '../paths/file-errors.ts'

/** Changes with every change of a file. */
export interface FileIdentity {
  readonly key: string
  /** False if the file changed so recently that another change may leave its times as they are. */
  readonly isSettled: boolean
}

/** Times of files are this precise or better. */
const SETTLED_AFTER_MS = 2_000

/** Identifies a file by its number, size and times. `undefined`: there is no such file. Throws if it can't be opened. */
export async function findIdentity(
  inside: Confinement,
  path: string,
): Promise<FileIdentity | undefined> {
  try {
    await using file = await inside.openFile(path)
    const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true })
    const changedAt = Number(ctimeNs / 1_000_000n)
    return {
      key: [dev, ino, size, mtimeNs, ctimeNs].join(' '),
      isSettled: changedAt + SETTLED_AFTER_MS < Date.now(),
    }
  } catch (error) {
    if (isMissing(error) || (AppError.is(error) && error.code === 'not-found')) return undefined
    throw error
  }
}

/** Values that files came to, each until its file changes. */
export class FileCache<T> {
  readonly #maxFiles: number
  /** Least recently used first. */
  readonly #known = new Map<string, { readonly identity: string; readonly value: T }>()

  constructor(maxFiles: number) {
    this.#maxFiles = maxFiles
  }

  find(file: string, { key }: FileIdentity): T | undefined {
    const known = this.#known.get(file)
    this.#known.delete(file)
    if (known?.identity !== key) return undefined
    this.#known.set(file, known)
    return known.value
  }

  /** Forgets the file's former value, and that of the file that was used least recently. */
  set(file: string, { key, isSettled }: FileIdentity, value: T): void {
    this.#known.delete(file)
    if (!isSettled) return
    this.#known.set(file, { identity: key, value })
    for (const one of this.#known.keys()) {
      if (this.#known.size <= this.#maxFiles) break
      this.#known.delete(one)
    }
  }
}
