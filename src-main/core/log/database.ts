import Database from 'better-sqlite3'

export type Db = Database.Database

/** How long a command waits for another program that has locked a database. */
export const LOCK_WAIT_MS = 3_000

/** Opens a database that isn't written. Waits for locks as long as commands do. */
export function openReadOnly(file: string): Db {
  return new Database(file, { readonly: true, timeout: LOCK_WAIT_MS })
}

/** Fails where SQLite itself does not load. */
export function tryDatabase(): void {
  new Database(':memory:').close()
}
