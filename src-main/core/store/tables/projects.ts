import type { ProjectId } from '#shared/lib/ids.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading } from '../database/database.ts'

export interface ProjectRow {
  readonly id: ProjectId
  readonly name: string
  readonly path: string
  readonly openedAt: number
}

const COLUMNS = 'id, name, path, opened_at AS openedAt'

/** The folders that were opened. */
export class ProjectTable {
  readonly #queue: CommitQueue
  readonly #sql

  constructor(db: Db, queue: CommitQueue) {
    this.#queue = queue
    this.#sql = {
      find: prepareReading<[string], ProjectRow>(db, `SELECT ${COLUMNS} FROM project WHERE id = ?`),
      findByPath: prepareReading<[string], ProjectRow>(
        db,
        `SELECT ${COLUMNS} FROM project WHERE path = ?`,
      ),
      list: prepareReading<[], ProjectRow>(
        db,
        `SELECT ${COLUMNS} FROM project WHERE is_listed = 1 ORDER BY opened_at DESC, id`,
      ),
      open: db.prepare<[ProjectRow], { id: ProjectId }>(
        `INSERT INTO project (id, name, path, opened_at) VALUES (@id, @name, @path, @openedAt)
         ON CONFLICT (path) DO UPDATE SET opened_at = @openedAt, is_listed = 1 RETURNING id`,
      ),
      setListed: db.prepare('UPDATE project SET is_listed = ? WHERE id = ?'),
    }
  }

  /** Answers the id the path has: `row.id` where it is new. */
  async open(row: ProjectRow): Promise<ProjectId> {
    return await this.#queue.enqueue(() => this.#sql.open.get(row)?.id ?? row.id)
  }

  /** Also one that was taken off the list. */
  find(id: ProjectId): ProjectRow | undefined {
    return this.#sql.find.get(id)
  }

  findByPath(path: string): ProjectRow | undefined {
    return this.#sql.findByPath.get(path)
  }

  /** Most recently opened first, without those that were forgotten. */
  list(): ProjectRow[] {
    return this.#sql.list.all()
  }

  /** Takes a project off the list; opening its path again brings it back under its id. */
  async forget(id: ProjectId): Promise<void> {
    await this.#queue.enqueue(() => this.#sql.setListed.run(0, id))
  }

  /** Back on the list, where it was. */
  async restore(id: ProjectId): Promise<void> {
    await this.#queue.enqueue(() => this.#sql.setListed.run(1, id))
  }
}
