import Database from 'better-sqlite3'
import { AppError } from '#shared/error.ts'

export type Db = Database.Database

/** Says in a sentence why SQLite failed; anything that is not SQLite's is a bug and stays as it is. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  return new AppError('unavailable', sentenceFor(error.code), { cause: error })
}

const sentences: readonly (readonly [code: string, sentence: string])[] = [
  [
    'SQLITE_FULL',
    'The disk is full: what happened could not be written down. Make room, then go on.',
  ],
  ['SQLITE_READONLY', 'The store can’t be written: its file or folder is read-only.'],
  ['SQLITE_PERM', 'The store can’t be opened: its file belongs to someone else.'],
  ['SQLITE_CANTOPEN', 'The store can’t be opened: its folder is missing, or may not be entered.'],
  ['SQLITE_BUSY', 'The store is in use by another process. Close it, then try again.'],
  [
    'SQLITE_CORRUPT',
    'The store is damaged. Start Orrery again: it sets the file aside and saves what can be read.',
  ],
  ['SQLITE_NOTADB', 'The store’s file is not an Orrery store. Choose another data folder.'],
  ['SQLITE_IOERR', 'The disk failed while the store was read or written.'],
]

function sentenceFor(code: string): string {
  const known = sentences.find(([prefix]) => code.startsWith(prefix))
  return known ? known[1] : `The store failed (${code}).`
}
