import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { getLoadablePath } from 'sqlite-vec'
import { outsideArchive } from '../../runtime/native-part.ts'
import type { Db } from '../database/database.ts'
import { moveOddFilesAside, removeDerivedFiles } from '../database/derived-files.ts'
import { isDamagedFile } from '../database/store-error.ts'
import { type Piece, pieceWords, toMatch } from './pieces.ts'

/** Raised whenever the tables, or what is written into them, change: a file of another version is made anew. */
const VERSION = 1

/** `file` is one as it was read last; `piece` are its lines, found by `words`; `vector` is what a model made of a text. */
const SCHEMA = `
  CREATE TABLE file (
    id    INTEGER PRIMARY KEY,
    root  TEXT    NOT NULL,
    path  TEXT    NOT NULL,
    size  INTEGER NOT NULL,
    mtime REAL    NOT NULL,
    hash  TEXT    NOT NULL,
    UNIQUE (root, path)
  ) STRICT;
  CREATE TABLE piece (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    file  INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end   INTEGER NOT NULL,
    text  TEXT    NOT NULL,
    hash  TEXT    NOT NULL
  ) STRICT;
  CREATE INDEX piece_file ON piece (file);
  CREATE INDEX piece_hash ON piece (hash);
  CREATE TABLE vector (
    model  TEXT NOT NULL,
    hash   TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (model, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5 (
    path, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
`

export interface KnownFile {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly mtime: number
  readonly hash: string
}

interface ReadFile extends Omit<KnownFile, 'id'> {
  readonly pieces: readonly (Piece & { readonly hash: string })[]
}

export interface FoundPiece extends Piece {
  readonly id: number
  readonly path: string
}

interface Scope {
  readonly root: string
  /** Of files that begin so; empty: all. */
  readonly under: string
  readonly limit: number
}

/** Pieces of projects' files, and all that is asked of them in SQL. It may be deleted while no host runs. */
export class SemanticFile implements Disposable {
  readonly #db: Db
  readonly #sql
  readonly #transact

  constructor(dataDir: string) {
    this.#db = openFile(semanticFileIn(dataDir))
    this.#sql = prepare(this.#db)
    this.#transact = this.#db.transaction((work: () => void) => work())
  }

  files(root: string): readonly KnownFile[] {
    return this.#sql.files.all(root)
  }

  countPieces(root: string): number {
    return this.#sql.countPieces.get(root) ?? 0
  }

  transact(work: () => void): void {
    this.#transact.immediate(work)
  }

  touch({ id }: Pick<KnownFile, 'id'>, size: number, mtime: number): void {
    this.#sql.touch.run(size, mtime, id)
  }

  put(root: string, { path, size, mtime, hash, pieces }: ReadFile): void {
    const { lastInsertRowid: file } = this.#sql.addFile.run(root, path, size, mtime, hash)
    const pathWords = pieceWords(path).join(' ')
    for (const { start, end, text, hash: ofPiece } of pieces) {
      const { lastInsertRowid: id } = this.#sql.addPiece.run(file, start, end, text, ofPiece)
      this.#sql.addWords.run(id, pathWords, pieceWords(text).join(' '))
    }
  }

  remove({ id }: Pick<KnownFile, 'id'>): void {
    this.#sql.removeWords.run(id)
    this.#sql.removePieces.run(id)
    this.#sql.removeFile.run(id)
  }

  /** By their words, the best first. */
  findWords(question: string, { root, under, limit }: Scope): readonly FoundPiece[] {
    const match = toMatch(question)
    return match === '' ? [] : this.#sql.findWords.all(match, root, under, under, limit)
  }

  /** By what they mean to a model, the nearest first. */
  findNear(
    { model, vector }: { readonly model: string; readonly vector: Float32Array },
    { root, under, limit }: Scope,
  ): readonly FoundPiece[] {
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
    const asked = [bytes.byteLength, model, root, under, under, bytes, limit] as const
    return this.#sql.findNear.all(...asked)
  }

  /** Texts that the model has not been asked for yet. */
  unembedded(
    root: string,
    model: string,
    limit: number,
  ): readonly { hash: string; text: string }[] {
    return this.#sql.unembedded.all(model, root, limit)
  }

  countUnembedded(root: string, model: string): number {
    return this.#sql.countUnembedded.get(model, root) ?? 0
  }

  keepVector(model: string, hash: string, vector: Float32Array): void {
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
    this.#sql.keepVector.run(model, hash, bytes)
  }

  /** Of texts that no file holds any more. */
  dropVectors(): void {
    this.#sql.dropVectors.run()
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }
}

function openFile(file: string): Db {
  try {
    return open(file)
  } catch (error) {
    if (!isDamagedFile(error)) throw error
    removeDerivedFiles(file)
    return open(file)
  }
}

/** Deletes a data folder's index of project files. It must not be open. */
export function removeSemanticFile(dataDir: string): void {
  removeDerivedFiles(semanticFileIn(dataDir))
}

function semanticFileIn(dataDir: string): string {
  return join(dataDir, 'semantic.db')
}

function open(file: string): Db {
  moveOddFilesAside(file)
  const isThere = existsSync(file)
  using opening = new DisposableStack()
  const db = opening.adopt(new Database(file), (one) => one.close())
  const version = Number(db.pragma('user_version', { simple: true }))
  if (isThere && version !== VERSION) {
    db.close()
    removeDerivedFiles(file)
    return open(file)
  }
  // SQLite opens it itself: inside an archive it would not find it.
  db.loadExtension(outsideArchive(getLoadablePath()))
  db.pragma('journal_mode = WAL')
  // What a loss of power takes is read again.
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -16000')
  if (!isThere) {
    db.exec(SCHEMA)
    db.pragma(`user_version = ${VERSION}`)
  }
  opening.move()
  return db
}

function prepare(db: Db) {
  const found = `SELECT piece.id, file.path, piece.start, piece.end, piece.text FROM`
  const ofFile = `JOIN file ON file.id = piece.file`
  const scope = `file.root = ? AND substr(file.path, 1, length(?)) = ?`
  const missing = `FROM piece ${ofFile} LEFT JOIN vector ON vector.model = ? AND vector.hash = piece.hash
    WHERE file.root = ? AND vector.hash IS NULL`
  return {
    files: db.prepare<[string], KnownFile>(
      'SELECT id, path, size, mtime, hash FROM file WHERE root = ?',
    ),
    countPieces: db
      .prepare<[string], number>(`SELECT count(*) FROM piece ${ofFile} WHERE file.root = ?`)
      .pluck(),
    touch: db.prepare('UPDATE file SET size = ?, mtime = ? WHERE id = ?'),
    addFile: db.prepare('INSERT INTO file (root, path, size, mtime, hash) VALUES (?, ?, ?, ?, ?)'),
    addPiece: db.prepare('INSERT INTO piece (file, start, end, text, hash) VALUES (?, ?, ?, ?, ?)'),
    addWords: db.prepare('INSERT INTO words (rowid, path, text) VALUES (?, ?, ?)'),
    removeWords: db.prepare(
      'DELETE FROM words WHERE rowid IN (SELECT id FROM piece WHERE file = ?)',
    ),
    removePieces: db.prepare('DELETE FROM piece WHERE file = ?'),
    removeFile: db.prepare('DELETE FROM file WHERE id = ?'),
    // Where a word stands in the path it says more.
    findWords: db.prepare<[string, string, string, string, number], FoundPiece>(
      `${found} words JOIN piece ON piece.id = words.rowid ${ofFile}
       WHERE words MATCH ? AND ${scope} ORDER BY bm25(words, 4.0, 1.0) LIMIT ?`,
    ),
    findNear: db.prepare<[number, string, string, string, string, Buffer, number], FoundPiece>(
      `${found} piece ${ofFile} JOIN vector ON vector.hash = piece.hash AND length(vector.vector) = ?
       WHERE vector.model = ? AND ${scope} ORDER BY vec_distance_cosine(vector.vector, ?) LIMIT ?`,
    ),
    unembedded: db.prepare<[string, string, number], { hash: string; text: string }>(
      `SELECT piece.hash, min(piece.text) AS text ${missing} GROUP BY piece.hash LIMIT ?`,
    ),
    countUnembedded: db
      .prepare<[string, string], number>(`SELECT count(DISTINCT piece.hash) ${missing}`)
      .pluck(),
    keepVector: db.prepare('INSERT OR REPLACE INTO vector VALUES (?, ?, ?)'),
    dropVectors: db.prepare('DELETE FROM vector WHERE hash NOT IN (SELECT hash FROM piece)'),
  }
}
