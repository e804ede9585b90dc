import { ProjectTask } from '#shared/events/task.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, parseStored, prepareReadingOf } from '../database/database.ts'

/** A task as it is to be from now on; `null`: it is removed. */
export interface TaskWrite {
  readonly id: number
  readonly task: ProjectTask | null
}

/** The tasks of every project. */
export class TaskTable {
  readonly #db: Db
  readonly #queue: CommitQueue
  readonly #sql

  constructor(db: Db, queue: CommitQueue) {
    this.#db = db
    this.#queue = queue
    this.#sql = {
      list: prepareReadingOf<[string], string>(
        db,
        'SELECT data FROM task WHERE project_id = ? AND data IS NOT NULL ORDER BY id',
      ),
      find: prepareReadingOf<[string, number], string>(
        db,
        'SELECT data FROM task WHERE project_id = ? AND id = ? AND data IS NOT NULL',
      ),
      last: prepareReadingOf<[string], number | null>(
        db,
        'SELECT max(id) FROM task WHERE project_id = ?',
      ),
      write: db.prepare('INSERT OR REPLACE INTO task VALUES (?, ?, ?)'),
    }
  }

  /** By number. */
  list(projectId: ProjectId): ProjectTask[] {
    return this.#sql.list.all(projectId).map((data) => toTask(this.#db, data))
  }

  find(projectId: ProjectId, id: number): ProjectTask | undefined {
    const data = this.#sql.find.get(projectId, id)
    return data === undefined ? undefined : toTask(this.#db, data)
  }

  /** The number of the next task: none is given twice. */
  nextId(projectId: ProjectId): number {
    return (this.#sql.last.get(projectId) ?? 0) + 1
  }

  /** Part of the transaction that says so in a session's log. */
  put(projectId: ProjectId, { id, task }: TaskWrite): void {
    this.#sql.write.run(projectId, id, task && JSON.stringify(task))
  }

  /** As `put`, where there is no session to say so. */
  async write(projectId: ProjectId, write: TaskWrite): Promise<void> {
    await this.#queue.enqueue(() => this.put(projectId, write))
  }
}

/** Of an older version what it had not is as if nothing were said of it. */
function toTask(db: Db, data: string): ProjectTask {
  return parseStored(db, () => ProjectTask.parse(JSON.parse(data)))
}
