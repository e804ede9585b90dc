import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SpentCell } from '#shared/spending/spent.ts'
import type { Db } from './database.ts'
import { prepareReading } from './reading.ts'
import type { SessionRow } from './session-row.ts'

/** What a session spent that was deleted. */
export interface DeletedSpending {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly cells: readonly SpentCell[]
}

interface Row {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly cells: string
}

/** What deleted sessions had spent stays spent. It is written in the transaction that deletes. */
export class DeletedSpendings {
  readonly #sql
  readonly #known = new Map<SessionId, DeletedSpending>()

  constructor(db: Db) {
    this.#sql = {
      list: prepareReading<[], Row>(
        db,
        'SELECT session_id AS id, project_id AS projectId, cells FROM deleted_spending',
      ),
      keep: db.prepare<[Row]>(
        'INSERT OR REPLACE INTO deleted_spending VALUES (@id, @projectId, @cells)',
      ),
      forget: db.prepare<[string]>('DELETE FROM deleted_spending WHERE session_id = ?'),
    }
    // Written by `keep`, or by the migration, in this shape.
    const parse = (json: string) => JSON.parse(json) as DeletedSpending['cells']
    for (const { id, projectId, cells } of this.#sql.list.all()) {
      this.#known.set(id, { id, projectId, cells: parse(cells) })
    }
  }

  list(): Iterable<DeletedSpending> {
    return this.#known.values()
  }

  keep({ id, projectId }: SessionRow, cells: readonly SpentCell[]): void {
    if (cells.length === 0) return
    this.#sql.keep.run({ id, projectId, cells: JSON.stringify(cells) })
    this.#known.set(id, { id, projectId, cells })
  }

  /** It is there again. */
  forget(id: SessionId): void {
    this.#sql.forget.run(id)
    this.#known.delete(id)
  }
}
