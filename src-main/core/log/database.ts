import Database from 'better-sqlite3'

export type Db = Database.Database

/** Fails where SQLite itself does not load. */
export function tryDatabase(): void {
  new Database(':memory:').close()
}
