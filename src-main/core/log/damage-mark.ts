import { existsSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'

/** Whether it says that what was read from a store can't be what was written. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}

/** A file beside a store that has it read whole before it is opened the next time. */
export class DamageMark {
  readonly #file: string

  constructor(storeFile: string) {
    this.#file = `${storeFile}-damaged`
  }

  get isSet(): boolean {
    return existsSync(this.#file)
  }

  set(): void {
    writeFileSync(this.#file, '')
  }

  remove(): void {
    rmSync(this.#file, { force: true })
  }
}
