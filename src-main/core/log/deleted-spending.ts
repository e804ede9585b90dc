import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SpendingSession } from '#shared/spending/spending-sums.ts'
import type { Spent } from '#shared/spending/spent.ts'
import type { Db } from './database.ts'
import { prepareReading } from './reading.ts'
import type { SessionRow } from './session-row.ts'

interface Row {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly spent: string
}

/** What deleted sessions had spent stays spent. It is written in the transaction that deletes. */
export class DeletedSpendings {
  readonly #sql
  readonly #known = new Map<SessionId, SpendingSession>()

  constructor(db: Db) {
    this.#sql = {
      list: prepareReading<[], Row>(
        db,
        'SELECT session_id AS id, project_id AS projectId, spent FROM deleted_spending',
      ),
      keep: db.prepare<[Row]>(
        'INSERT OR REPLACE INTO deleted_spending VALUES (@id, @projectId, @spent)',
      ),
      forget: db.prepare<[string]>('DELETE FROM deleted_spending WHERE session_id = ?'),
    }
    // Written by `keep`, or by the migration, in this shape.
    const parse = (json: string) => JSON.parse(json) as Spent
    for (const { id, projectId, spent } of this.#sql.list.all()) {
      this.#known.set(id, { id, projectId, spent: parse(spent) })
    }
  }

  list(): Iterable<SpendingSession> {
    return this.#known.values()
  }

  keep({ id, projectId }: SessionRow, { kinds, cells }: Spent): void {
    if (kinds.length === 0) return
    const spent = { kinds, cells }
    this.#sql.keep.run({ id, projectId, spent: JSON.stringify(spent) })
    this.#known.set(id, { id, projectId, spent })
  }

  /** It is there again. */
  forget(id: SessionId): void {
    this.#sql.forget.run(id)
    this.#known.delete(id)
  }
}
