import Database from 'better-sqlite3'
import { answerCalls } from '../worker-entry.ts'
import { runMigrations } from './run-migrations.ts'
import { toStoreError } from './store-error.ts'

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
