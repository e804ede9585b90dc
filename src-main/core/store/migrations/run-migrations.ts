import type { Db } from '../database/database.ts'

/** How many migrations the file has run. */
export function schemaVersion(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** Runs those the file has not seen, all or none. */
export function runMigrations(db: Db, migrations: readonly string[]): void {
  const run = db.transaction(() => {
    for (const sql of migrations.slice(schemaVersion(db))) db.exec(sql)
    db.pragma(`user_version = ${migrations.length}`)
  })
  run.immediate()
}
