import type { ProjectId } from '#shared/lib/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading } from '../database/database.ts'

/** Ids of the recorded files as of a grant; absent: no such files decide what is started. */
export interface RecordedFiles {
  readonly namedFiles?: string
  readonly projectFiles?: string
}

/** Trust in one startable of a project, as given in one folder. */
export interface TrustGrant extends RecordedFiles {
  /** The folder whose files were recorded: a fork of a session has its own. */
  readonly root: string
}

/** What is to be written for a grant. */
interface NewGrant extends RecordedFiles {
  readonly hash: string
}

interface Row {
  readonly root: string
  readonly namedFiles: string | null
  readonly projectFiles: string | null
}

/** A large list is written over several turns, so that no turn holds the thread. */
const PART_BYTES = 512 * 1024

/** What a person lets a project's files start, by the hash of its entry, with the files as of then. */
export class TrustTable {
  readonly #queue: CommitQueue
  readonly #clock: Clock
  readonly #sql

  constructor(db: Db, queue: CommitQueue, clock: Clock) {
    this.#queue = queue
    this.#clock = clock
    this.#sql = {
      ...prepareReads(db),
      add: db.prepare(
        `INSERT OR REPLACE INTO trust_grant
         VALUES (@projectId, @hash, @root, @at, @namedFiles, @projectFiles)`,
      ),
      addPart: db.prepare('INSERT OR IGNORE INTO trust_files VALUES (?, ?, ?)'),
      remove: db.prepare('DELETE FROM trust_grant WHERE project_id = ? AND hash = ?'),
      removeOlder: db.prepare('DELETE FROM trusted WHERE project_id = ? AND hash = ?'),
      clear: db.prepare('DELETE FROM trust_grant WHERE project_id = ?'),
      clearOlder: db.prepare('DELETE FROM trusted WHERE project_id = ?'),
      removeUnusedFiles: db.prepare(
        `DELETE FROM trust_files WHERE id NOT IN (
           SELECT named_files FROM trust_grant WHERE named_files IS NOT NULL
           UNION SELECT project_files FROM trust_grant WHERE project_files IS NOT NULL)`,
      ),
    }
  }

  /** The grants of one startable, the latest first. */
  list(projectId: ProjectId, hash: string): readonly TrustGrant[] {
    return this.#sql.list.all(projectId, hash).map(({ root, namedFiles, projectFiles }) => ({
      root,
      ...(namedFiles !== null && { namedFiles }),
      ...(projectFiles !== null && { projectFiles }),
    }))
  }

  /** Whether it was trusted by a version of Orrery that recorded no files. */
  hasOlder(projectId: ProjectId, hash: string): boolean {
    return this.#sql.hasOlder.get(projectId, hash) !== undefined
  }

  /** Whether all that a project was ever trusted with was trusted by such a version. */
  isOlder(projectId: ProjectId): boolean {
    const { isOlder, isNewer } = this.#sql
    return isOlder.get(projectId) !== undefined && isNewer.get(projectId) === undefined
  }

  /** The files recorded under an id; `undefined`: none are. */
  findFiles(id: string): Uint8Array | undefined {
    const parts = this.#sql.parts.all(id).map(({ bytes }) => bytes)
    return parts.length === 0 ? undefined : Buffer.concat(parts)
  }

  /** `files` holds the recorded files by id. */
  async grant(
    projectId: ProjectId,
    root: string,
    grants: readonly NewGrant[],
    files: ReadonlyMap<string, Uint8Array>,
  ): Promise<void> {
    for (const [id, bytes] of files) await this.#addFiles(id, bytes)
    const at = this.#clock.now()
    await this.#queue.enqueue(() => {
      for (const { hash, namedFiles = null, projectFiles = null } of grants) {
        this.#sql.add.run({ projectId, hash, root, at, namedFiles, projectFiles })
      }
      this.#sql.removeUnusedFiles.run()
    })
  }

  /** From everything, where no hashes are given. */
  async withdraw(projectId: ProjectId, hashes: readonly string[] | undefined): Promise<void> {
    await this.#queue.enqueue(() => {
      if (!hashes) for (const sql of [this.#sql.clear, this.#sql.clearOlder]) sql.run(projectId)
      for (const hash of hashes ?? []) {
        for (const sql of [this.#sql.remove, this.#sql.removeOlder]) sql.run(projectId, hash)
      }
      this.#sql.removeUnusedFiles.run()
    })
  }

  async #addFiles(id: string, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at === 0 || at < bytes.length; at += PART_BYTES) {
      const part = bytes.subarray(at, at + PART_BYTES)
      await this.#queue.enqueue(() => this.#sql.addPart.run(id, at / PART_BYTES, part))
    }
  }
}

function prepareReads(db: Db) {
  return {
    list: prepareReading<[string, string], Row>(
      db,
      `SELECT root, named_files AS namedFiles, project_files AS projectFiles
       FROM trust_grant WHERE project_id = ? AND hash = ? ORDER BY granted_at DESC`,
    ),
    hasOlder: prepareReading<[string, string]>(
      db,
      'SELECT 1 FROM trusted WHERE project_id = ? AND hash = ?',
    ),
    isOlder: prepareReading<[string]>(db, 'SELECT 1 FROM trusted WHERE project_id = ? LIMIT 1'),
    isNewer: prepareReading<[string]>(db, 'SELECT 1 FROM trust_grant WHERE project_id = ? LIMIT 1'),
    parts: prepareReading<[string], { readonly bytes: Uint8Array }>(
      db,
      'SELECT bytes FROM trust_files WHERE id = ? ORDER BY part',
    ),
  }
}
