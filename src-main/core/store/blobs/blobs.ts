import { zstdDecompressSync } from 'node:zlib'
import type { z } from 'zod'
import {
  type BlobRef,
  INLINE_BYTES,
  type StoredJson,
  type StoredText,
} from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { hashOf } from '../../runtime/ids.ts'
import type { CommitQueue, Preceding, Precursor } from '../commits/commit-queue.ts'
import { DamageMark, type Db, prepareReading } from '../database/database.ts'

type Json = z.core.util.JSONType

interface Packed {
  readonly encoding: string
  readonly content: Buffer
}

/** What compressing a content by zstd made of it. */
interface Compressed {
  readonly content: Uint8Array
  /** Its size before. */
  readonly bytes: number
}

interface Pending {
  readonly content: Uint8Array
  /** Set if the content is compressed: its size before. */
  readonly unpackedBytes?: number | undefined
  /** Who counts it as used. */
  readonly sessions: Set<string>
}

interface Writing {
  readonly hash: Hash
  readonly content: Uint8Array
  readonly unpackedBytes?: number | undefined
  /** The sessions that count it. Whoever is deleted later does so in a job of its own. */
  readonly users: readonly string[]
}

/**
 * What one commit writes at most, but for a single content that is larger. Past this much, what was
 * put is committed without waiting for an event that refers to it.
 */
const COMMIT_BYTES = 256 * 1024
/** What a row costs beside its content, as bytes of content. */
const ROW_BYTES = 1024
/** Below this, compressing is not worth its row. */
const COMPRESSED_FROM = 512
const HEAD_CHARS = 1_000
/** How many of a session's contents are remembered as kept, to save putting them again. */
const REMEMBERED = 20_000

/**
 * Contents by their hash, each kept once and counted for every session that uses it. What is put is
 * written before the events of the next commit: a little with them, much in commits of its own.
 */
export class Blobs implements Precursor, Disposable {
  readonly #stored = new Emitter<number>()
  /** Called after a commit with how many bytes it stored that are worth compressing. */
  readonly onDidStore = this.#stored.event
  readonly #db: Db
  readonly #queue: CommitQueue
  readonly #pending = new Map<Hash, Pending>()
  readonly #released = new Set<string>()
  /** What a session is known to have kept: a long history is put again at every step. */
  readonly #kept = new Map<string, Set<Hash>>()
  readonly #sql
  #pendingBytes = 0
  #storedBytes = 0

  constructor(db: Db, queue: CommitQueue) {
    this.#db = db
    this.#queue = queue
    this.#sql = {
      insert: db.prepare(
        'INSERT OR IGNORE INTO blob (hash, bytes, encoding, content) VALUES (?, ?, ?, ?)',
      ),
      use: db.prepare(
        'INSERT OR IGNORE INTO blob_use (session_id, blob_id) SELECT ?, id FROM blob WHERE hash = ?',
      ),
      get: prepareReading<[string], Packed>(
        db,
        'SELECT encoding, content FROM blob WHERE hash = ?',
      ),
      has: prepareReading<[string]>(db, 'SELECT 1 FROM blob WHERE hash = ?'),
    }
    queue.precede(this)
  }

  put(sessionId: SessionId, content: string | Uint8Array): Hash {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const hash = hashOf(bytes)
    this.adopt(sessionId, hash, bytes)
    return hash
  }

  /** As `put`, for a content hashed elsewhere. It must not change afterwards. */
  adopt(sessionId: string, hash: Hash, content: Uint8Array): void {
    this.#adopt(sessionId, hash, { content })
  }

  /** As `adopt`, for a large content that was compressed elsewhere: less of it holds the thread. */
  adoptCompressed(sessionId: string, hash: Hash, { content, bytes }: Compressed): void {
    this.#adopt(sessionId, hash, { content, unpackedBytes: bytes })
  }

  #adopt(
    sessionId: string,
    hash: Hash,
    { content, unpackedBytes }: Pick<Pending, 'content' | 'unpackedBytes'>,
  ): void {
    if (this.#kept.get(sessionId)?.has(hash)) return
    const known = this.#pending.get(hash)
    if (known) {
      known.sessions.add(sessionId)
      return
    }
    this.#pending.set(hash, { content, unpackedBytes, sessions: new Set([sessionId]) })
    this.#pendingBytes += content.byteLength
    if (this.#pendingBytes > COMMIT_BYTES) this.#queue.request()
  }

  /** Also what is not committed yet. `undefined`: not kept here (a `git:` hash never is). */
  get(hash: Hash): Uint8Array | undefined {
    const pending = this.#pending.get(hash)
    if (pending) return toContent(pending)
    const row = this.#sql.get.get(hash)
    return row && this.#unpack(row)
  }

  has(hash: Hash): boolean {
    return this.#pending.has(hash) || this.#sql.has.get(hash) !== undefined
  }

  /** The text itself where it is short; else where it is kept. */
  storeText(sessionId: SessionId, text: string): StoredText {
    const isShort = Buffer.byteLength(text) <= INLINE_BYTES
    return isShort ? text : this.#storeRef(sessionId, text)
  }

  storeJson(sessionId: SessionId, json: Json): StoredJson {
    const text = JSON.stringify(json)
    return Buffer.byteLength(text) <= INLINE_BYTES ? { json } : this.#storeRef(sessionId, text)
  }

  /** Writes the contents of a session that comes in from elsewhere, as part of a job's transaction. */
  keep(sessionId: SessionId, contents: ReadonlyMap<Hash, Uint8Array>): void {
    for (const [hash, content] of contents) {
      this.#insert(hash, content)
      this.#sql.use.run(sessionId, hash)
    }
  }

  /** Counts nothing more for a session that is being deleted. */
  release(sessionId: SessionId): void {
    this.#released.add(sessionId)
    this.#kept.delete(sessionId)
  }

  /** Counts again for a session that comes in once more after it was deleted. */
  welcome(sessionId: SessionId): void {
    this.#released.delete(sessionId)
  }

  write(): Preceding {
    this.#storedBytes = 0
    const writing = this.#settle(upTo(COMMIT_BYTES, this.#pending, pendingBytes))
    const redo = () => this.#writeAll(writing)
    redo()
    const isWhole = writing.length === this.#pending.size
    return { isWhole, redo, written: () => this.#written(writing) }
  }

  #unpack(row: Packed): Uint8Array {
    try {
      return unpackBlob(row)
    } catch (error) {
      // The next start deletes it, so that the same content can be stored again.
      new DamageMark(this.#db.name).set()
      throw error
    }
  }

  #settle(first: readonly (readonly [Hash, Pending])[]): readonly Writing[] {
    return first.map(([hash, { content, unpackedBytes, sessions }]) => {
      const users = [...sessions].filter((id) => !this.#released.has(id))
      return { hash, content, unpackedBytes, users }
    })
  }

  #writeAll(writing: readonly Writing[]): void {
    for (const { hash, content, unpackedBytes, users } of writing) {
      if (users.length === 0) continue
      if (unpackedBytes === undefined) this.#insert(hash, content)
      else this.#sql.insert.run(hash, unpackedBytes, 'zstd', content)
      for (const sessionId of users) this.#sql.use.run(sessionId, hash)
    }
  }

  #written(writing: readonly Writing[]): void {
    for (const { hash, content, users } of writing) {
      for (const sessionId of users) this.#remember(sessionId, hash)
      this.#pending.delete(hash)
      this.#pendingBytes -= content.byteLength
    }
    if (this.#storedBytes > 0) this.#stored.fire(this.#storedBytes)
  }

  #remember(sessionId: string, hash: Hash): void {
    const hashes = this.#kept.get(sessionId) ?? new Set()
    if (hashes.size >= REMEMBERED) hashes.clear()
    this.#kept.set(sessionId, hashes.add(hash))
  }

  #insert(hash: Hash, content: Uint8Array): void {
    const isLarge = content.byteLength >= COMPRESSED_FROM
    const encoding = isLarge ? 'raw' : 'plain'
    const { changes } = this.#sql.insert.run(hash, content.byteLength, encoding, content)
    if (isLarge && changes > 0) this.#storedBytes += content.byteLength
  }

  #storeRef(sessionId: SessionId, text: string): BlobRef {
    const ref = this.put(sessionId, text)
    return { ref, bytes: Buffer.byteLength(text), head: text.slice(0, HEAD_CHARS) }
  }

  [Symbol.dispose](): void {
    this.#stored[Symbol.dispose]()
  }
}

function toContent({ content, unpackedBytes }: Pending): Uint8Array {
  return unpackedBytes === undefined ? content : zstdDecompressSync(content)
}

function pendingBytes([, { content }]: readonly [Hash, Pending]): number {
  return content.byteLength + ROW_BYTES
}

/** A content as it was put, of the row that keeps it. */
export function unpackBlob({ encoding, content }: Packed): Uint8Array {
  if (encoding !== 'zstd') return content
  try {
    return zstdDecompressSync(content)
  } catch (cause) {
    const message =
      'A content that the store keeps is damaged. If you have a backup, bring it back with: orrery restore FILE'
    throw new AppError('unavailable', message, { cause })
  }
}

/** The first, as many as stay within `limit` bytes, and one at least where there is one. */
export function upTo<T>(limit: number, all: Iterable<T>, bytesOf: (one: T) => number): T[] {
  const first: T[] = []
  let bytes = 0
  for (const one of all) {
    bytes += bytesOf(one)
    if (first.length > 0 && bytes > limit) break
    first.push(one)
  }
  return first
}
