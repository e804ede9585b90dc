import Database from 'better-sqlite3'
import { answerCalls } from '../../runtime/worker-entry.ts'
import { toStoreError } from '../database/store-error.ts'
import { runMigrations } from '../migrations/run-migrations.ts'

export interface MigrationCall {
  readonly file: string
  readonly backupFile: string
  readonly migrations: readonly string[]
}

answerCalls(async ({ file, backupFile, migrations }: MigrationCall): Promise<void> => {
  const db = new Database(file)
  try {
    await db.backup(backupFile)
    runMigrations(db, migrations)
  } catch (error) {
    throw toStoreError(error)
  } finally {
    db.close()
  }
})
