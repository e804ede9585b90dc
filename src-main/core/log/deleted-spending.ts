import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SpendingSession } from '#shared/spending/spending-sums.ts'
import type { Spent } from '#shared/spending/spent.ts'
import type { Db } from './database.ts'
import { parseStored, prepareReading } from './reading.ts'
import type { SessionRow } from './session-row.ts'
import { monthOf } from './session-summary.ts'

interface Row {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly spent: string
}

/** Read when somebody asks, and again after what is kept has changed. */
interface Known {
  readonly sessions: readonly SpendingSession[]
  /** In US dollars, by month (UTC) and by project. */
  readonly byMonth: ReadonlyMap<string, number>
  readonly byProject: ReadonlyMap<string, number>
}

/** What deleted sessions had spent stays spent. It is written in the transaction that deletes. */
export class DeletedSpendings {
  readonly #db: Db
  readonly #sql
  #known: Known | undefined

  constructor(db: Db) {
    this.#db = db
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
  }

  list(): Iterable<SpendingSession> {
    return this.#read().sessions
  }

  /** In US dollars; the month is `2026-11`, in UTC. */
  spentIn(month: string): number {
    return this.#read().byMonth.get(month) ?? 0
  }

  spentOn(projectId: ProjectId): number {
    return this.#read().byProject.get(projectId) ?? 0
  }

  keep({ id, projectId }: SessionRow, { kinds, cells, accepted }: Spent): void {
    if (kinds.length === 0 && !accepted) return
    const spent = JSON.stringify({ kinds, cells, accepted })
    this.#sql.keep.run({ id, projectId, spent })
    this.#known = undefined
  }

  /** It is there again. */
  forget(id: SessionId): void {
    this.#sql.forget.run(id)
    this.#known = undefined
  }

  #read(): Known {
    this.#known ??= sumUp(parseStored(this.#db, () => this.#sql.list.all().map(toSession)))
    return this.#known
  }
}

function toSession({ id, projectId, spent }: Row): SpendingSession {
  // Written by `keep`, or by the migration, in this shape.
  return { id, projectId, spent: JSON.parse(spent) as Spent }
}

function sumUp(sessions: readonly SpendingSession[]): Known {
  const byMonth = new Map<string, number>()
  const byProject = new Map<string, number>()
  for (const { projectId, spent } of sessions) {
    spent.cells.costUsd.forEach((costUsd, index) => {
      const month = monthOf(spent.cells.at[index] ?? 0)
      byMonth.set(month, (byMonth.get(month) ?? 0) + costUsd)
      byProject.set(projectId, (byProject.get(projectId) ?? 0) + costUsd)
    })
  }
  return { sessions, byMonth, byProject }
}
