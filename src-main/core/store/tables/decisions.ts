import { ClientName } from '#shared/events/value.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading } from '../database/database.ts'

interface RecordedDecision {
  /** The procedure by which it was made. */
  readonly procedure: string
  /** What it is about, such as a rule's id or the name of a setting. */
  readonly subjects: readonly string[]
  /** Not recorded without one. */
  readonly client: ClientName | undefined
}

/** The clients by which people decided what no session's log records: permissions, trust, settings, keys. */
export class DecisionTable {
  readonly #queue: CommitQueue
  readonly #clock: Clock
  readonly #sql

  constructor(db: Db, queue: CommitQueue, clock: Clock) {
    this.#queue = queue
    this.#clock = clock
    this.#sql = {
      add: db.prepare('INSERT INTO decision VALUES (?, ?, ?, ?)'),
      find: prepareReading<[string, string], { client: string }>(
        db,
        `SELECT client FROM decision WHERE procedure = ? AND subject = ?
         ORDER BY rowid DESC LIMIT 1`,
      ),
    }
  }

  async add(decision: RecordedDecision): Promise<void> {
    await this.#queue.enqueue(() => this.insert(decision))
  }

  /** Inserts within the transaction of the decision itself. */
  insert({ procedure, subjects, client }: RecordedDecision): void {
    if (!client) return
    for (const subject of subjects) {
      this.#sql.add.run(this.#clock.now(), procedure, subject, JSON.stringify(client))
    }
  }

  /** Returns the client of the latest such decision about a subject. */
  findClient(procedure: string, subject: string): ClientName | undefined {
    const row = this.#sql.find.get(procedure, subject)
    return row && ClientName.parse(JSON.parse(row.client))
  }
}
