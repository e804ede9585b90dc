import type { AllowRule } from '#shared/events/rule.ts'
import type { ProjectId, RuleId } from '#shared/ids.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { Db } from './database.ts'
import { prepareReading } from './reading.ts'

/** A rule that holds in every session of a project. */
export interface ProjectRule extends AllowRule {
  readonly scope: 'project'
  readonly addedAt: number
}

interface Row {
  readonly ruleId: RuleId
  readonly tool: string
  readonly pattern: string | null
  readonly addedAt: number
}

/** What a person has allowed for all sessions of a project. */
export class RuleTable {
  readonly #queue: CommitQueue
  readonly #sql

  constructor(db: Db, queue: CommitQueue) {
    this.#queue = queue
    this.#sql = {
      list: prepareReading<[string], Row>(
        db,
        `SELECT id AS ruleId, tool, pattern, added_at AS addedAt
         FROM rule WHERE project_id = ? ORDER BY added_at, id`,
      ),
      add: db.prepare('INSERT INTO rule VALUES (@ruleId, @projectId, @tool, @pattern, @addedAt)'),
      remove: db.prepare('DELETE FROM rule WHERE id = ?'),
    }
  }

  /** Oldest first. */
  list(projectId: ProjectId): ProjectRule[] {
    return this.#sql.list
      .all(projectId)
      .map(({ pattern, ...row }) => ({ ...row, scope: 'project', ...(pattern && { pattern }) }))
  }

  /** Part of the transaction that says so in a session's log. */
  insert(
    projectId: ProjectId,
    { ruleId, tool, pattern, addedAt }: Omit<ProjectRule, 'scope'>,
  ): void {
    this.#sql.add.run({ ruleId, projectId, tool, pattern: pattern ?? null, addedAt })
  }

  /** One that is there again already stays as it is. */
  async restore(projectId: ProjectId, rule: Omit<ProjectRule, 'scope'>): Promise<void> {
    await this.#queue.enqueue(() => {
      const isThere = this.list(projectId).some(({ ruleId }) => ruleId === rule.ruleId)
      if (!isThere) this.insert(projectId, rule)
    })
  }

  /** False: there was none. */
  async remove(ruleId: RuleId): Promise<boolean> {
    return this.#queue.enqueue(() => this.#sql.remove.run(ruleId).changes > 0)
  }
}
