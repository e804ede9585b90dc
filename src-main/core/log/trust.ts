import type { ProjectId } from '#shared/ids.ts'
import type { Clock } from '../clock.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { Db } from './database.ts'
import { prepareReading } from './reading.ts'

/** What a person lets the files of a project start, by the hash of all that decides it. */
export class TrustTable {
  readonly #queue: CommitQueue
  readonly #clock: Clock
  readonly #sql

  constructor(db: Db, queue: CommitQueue, clock: Clock) {
    this.#queue = queue
    this.#clock = clock
    this.#sql = {
      has: prepareReading<[string, string]>(
        db,
        'SELECT 1 FROM trusted WHERE project_id = ? AND hash = ?',
      ),
      add: db.prepare('INSERT OR IGNORE INTO trusted VALUES (?, ?, ?)'),
      remove: db.prepare('DELETE FROM trusted WHERE project_id = ? AND hash = ?'),
      clear: db.prepare('DELETE FROM trusted WHERE project_id = ?'),
    }
  }

  has(projectId: ProjectId, hash: string): boolean {
    return this.#sql.has.get(projectId, hash) !== undefined
  }

  async grant(projectId: ProjectId, hashes: readonly string[]): Promise<void> {
    await this.#queue.enqueue(() => {
      for (const hash of hashes) this.#sql.add.run(projectId, hash, this.#clock.now())
    })
  }

  /** From everything, where no hashes are given. */
  async withdraw(projectId: ProjectId, hashes: readonly string[] | undefined): Promise<void> {
    await this.#queue.enqueue(() => {
      if (!hashes) this.#sql.clear.run(projectId)
      for (const hash of hashes ?? []) this.#sql.remove.run(projectId, hash)
    })
  }
}
