import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Db } from '../database/database.ts'
import { moveOddFilesAside, removeDerivedFiles } from '../database/derived-files.ts'
import { isDamagedFile } from '../database/store-error.ts'

/** Raised whenever the tables, or what is written into them, change: an index of another version is made anew. */
const INDEX_VERSION = 2

/**
 * `source` is a session, and how far its log is indexed. An `entry` is a text that can be found: from
 * `first` on, all of it by `seq`; `start` is where a long one begins in its event's text. Its id grows
 * with its time. A `piece` is a stream that goes on: its text is kept until it is cut or ends. An
 * `unheard` span is at work on what is told by another event: what it streams is left out.
 */
const INDEX_SCHEMA = `
  CREATE TABLE source (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT    NOT NULL UNIQUE,
    cursor     INTEGER NOT NULL,
    mark_seq   INTEGER NOT NULL,
    mark_at    REAL    NOT NULL
  ) STRICT;

  CREATE TABLE entry (
    id     INTEGER PRIMARY KEY,
    source INTEGER NOT NULL,
    first  INTEGER NOT NULL,
    seq    INTEGER NOT NULL,
    start  INTEGER NOT NULL,
    type   TEXT    NOT NULL
  ) STRICT;

  CREATE TABLE piece (
    source  INTEGER NOT NULL,
    span_id TEXT    NOT NULL,
    type    TEXT    NOT NULL,
    entry   INTEGER,
    first   INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    PRIMARY KEY (source, span_id, type)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unheard (
    source  INTEGER NOT NULL,
    span_id TEXT    NOT NULL,
    PRIMARY KEY (source, span_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE agent (
    source INTEGER NOT NULL,
    id     TEXT    NOT NULL,
    name   TEXT    NOT NULL,
    PRIMARY KEY (source, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unpurged (reason TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE words USING fts5 (
    text, scope, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
  );
  INSERT INTO words (words, rank) VALUES ('usermerge', 2);
`

/** Where the index of a data folder is. It may be deleted at any time while no host runs. */
export function indexFileIn(dataDir: string): string {
  return join(dataDir, 'search.db')
}

/** Opens the index; one that is damaged, or of another version, is made anew. */
export function openIndex(dataDir: string): Db {
  try {
    return open(dataDir)
  } catch (error) {
    if (!isDamagedFile(error)) throw error
    removeIndex(dataDir)
    return open(dataDir)
  }
}

/** Of an index that nobody has open. */
export function removeIndex(dataDir: string): void {
  removeDerivedFiles(indexFileIn(dataDir))
}

function open(dataDir: string): Db {
  const file = indexFileIn(dataDir)
  moveOddFilesAside(file)
  if (existsSync(file) && versionOf(file) !== INDEX_VERSION) removeIndex(dataDir)
  using opening = new DisposableStack()
  const db = opening.adopt(new Database(file), (one) => one.close())
  const isNew = Number(db.pragma('user_version', { simple: true })) === 0
  if (isNew) db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  // What a loss of power takes is indexed again.
  db.pragma('synchronous = NORMAL')
  db.pragma('secure_delete = FAST')
  db.pragma('cache_size = -16000')
  if (isNew) create(db)
  opening.move()
  return db
}

function versionOf(file: string): number {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(file, { readonly: true }), (one) => one.close())
  return Number(db.pragma('user_version', { simple: true }))
}

function create(db: Db): void {
  const run = db.transaction(() => {
    db.exec(INDEX_SCHEMA)
    db.pragma(`user_version = ${INDEX_VERSION}`)
  })
  run.immediate()
}
