import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import { Turns } from '../../runtime/serial-queue.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading } from '../database/database.ts'

/** Whose documents: `/docs/` belongs to a project, the scratch space below `/` to a session. */
type DocumentScope = ProjectId | SessionId

export interface Document {
  readonly text: string
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}

export interface ListedDocument {
  readonly path: string
  /** Of its text as UTF-8. */
  readonly bytes: number
  readonly modifiedAt: number
}

/** Text files that agents have and no disk: they stay when a run ends. */
export class Documents {
  readonly #queue: CommitQueue
  readonly #clock: Clock
  readonly #turns = new Turns<DocumentScope>()
  readonly #sql

  constructor(db: Db, queue: CommitQueue, clock: Clock) {
    this.#queue = queue
    this.#clock = clock
    this.#sql = {
      read: prepareReading<[string, string], Document>(
        db,
        'SELECT text, modified_at AS modifiedAt FROM document WHERE scope = ? AND path = ?',
      ),
      list: prepareReading<[{ scope: string; prefix: string }], ListedDocument>(
        db,
        `SELECT path, octet_length(text) AS bytes, modified_at AS modifiedAt FROM document
         WHERE scope = @scope AND substr(path, 1, length(@prefix)) = @prefix ORDER BY path`,
      ),
      write: db.prepare('INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?)'),
      remove: db.prepare('DELETE FROM document WHERE scope = ? AND path = ?'),
    }
  }

  read(scope: DocumentScope, path: string): Document | undefined {
    return this.#sql.read.get(scope, path)
  }

  /** Those whose path begins with `prefix`, by path. */
  list(scope: DocumentScope, prefix = ''): ListedDocument[] {
    return this.#sql.list.all({ scope, prefix })
  }

  /** Has those that change what they have read before do so one after the other. */
  inTurn<T>(scope: DocumentScope, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(scope, work)
  }

  /** Creates it or takes its place; resolves once it is durable. */
  async write(scope: DocumentScope, path: string, text: string): Promise<void> {
    const modifiedAt = this.#clock.now()
    await this.#queue.enqueue(() => this.#sql.write.run(scope, path, text, modifiedAt))
  }

  /**
   * As `write`. `check` is shown what is there when it is written, with nothing in between, and throws
   * where that may not be replaced.
   */
  async replace(
    scope: DocumentScope,
    path: string,
    { text, check }: { readonly text: string; readonly check: (there?: Document) => void },
  ): Promise<void> {
    const modifiedAt = this.#clock.now()
    await this.#queue.enqueue(() => {
      check(this.read(scope, path))
      this.#sql.write.run(scope, path, text, modifiedAt)
    })
  }

  /** A document that is not there stays so. */
  async remove(scope: DocumentScope, path: string): Promise<void> {
    await this.#queue.enqueue(() => this.#sql.remove.run(scope, path))
  }
}
