import type { AllowRule } from '#shared/events/approval.ts'
import type { ProjectId, RuleId } from '#shared/lib/ids.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading } from '../database/database.ts'

/** A tool's definition as it is stored and compared. */
export interface DefinitionText {
  readonly digest: string
  readonly text: string
}

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
  readonly isConfirmed: 0 | 1
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
        `SELECT id AS ruleId, tool, pattern, added_at AS addedAt, is_confirmed AS isConfirmed
         FROM rule WHERE project_id = ? ORDER BY added_at, id`,
      ),
      add: db.prepare(
        `INSERT INTO rule (id, project_id, tool, pattern, added_at, is_confirmed)
         VALUES (@ruleId, @projectId, @tool, @pattern, @addedAt, @isConfirmed)`,
      ),
      remove: db.prepare('DELETE FROM rule WHERE id = ?'),
      definition: prepareReading<[string], DefinitionText>(
        db,
        `SELECT digest, text FROM rule_definition JOIN tool_definition USING (digest)
         WHERE rule_id = ?`,
      ),
      keepDefinition: db.prepare('INSERT OR IGNORE INTO tool_definition VALUES (@digest, @text)'),
      setDefinition: db.prepare('INSERT OR REPLACE INTO rule_definition VALUES (?, ?)'),
    }
  }

  /** Oldest first. */
  list(projectId: ProjectId): ProjectRule[] {
    return this.#sql.list.all(projectId).map(toRule)
  }

  /** Part of the transaction that adds the rule to a session's log. */
  insert(projectId: ProjectId, rule: Omit<ProjectRule, 'scope'>): void {
    const { ruleId, tool, pattern = null, addedAt, isConfirmed = false } = rule
    const row = { ruleId, projectId, tool, pattern, addedAt, isConfirmed: Number(isConfirmed) }
    this.#sql.add.run(row)
  }

  /** Part of the transaction that removes the rule from a session's log. Does nothing if there is none. */
  delete(ruleId: RuleId): void {
    this.#sql.remove.run(ruleId)
  }

  /** One that is there again already stays as it is. */
  async restore(projectId: ProjectId, rule: Omit<ProjectRule, 'scope'>): Promise<void> {
    await this.#queue.enqueue(() => {
      const isThere = this.list(projectId).some(({ ruleId }) => ruleId === rule.ruleId)
      if (!isThere) this.insert(projectId, rule)
    })
  }

  /** The description of its MCP tool that a rule covers; `undefined`: the tool hasn't been seen since. */
  findDefinition(ruleId: RuleId): DefinitionText | undefined {
    return this.#sql.definition.get(ruleId)
  }

  /** Keeps what a person is shown, so that a rule can cover it. */
  async keepDefinition(definition: DefinitionText): Promise<void> {
    await this.#queue.enqueue(() => this.#sql.keepDefinition.run(definition))
  }

  /** Part of the transaction that adds the rule. Only a definition that was kept can be covered. */
  insertDefinition(ruleId: RuleId, digest: string): void {
    this.#sql.setDefinition.run(ruleId, digest)
  }

  /** Lets rules cover a tool as it is now. */
  async setDefinition(ruleIds: readonly RuleId[], definition: DefinitionText): Promise<void> {
    await this.#queue.enqueue(() => {
      this.#sql.keepDefinition.run(definition)
      for (const ruleId of ruleIds) this.#sql.setDefinition.run(ruleId, definition.digest)
    })
  }

  /** False: there was none. */
  async remove(ruleId: RuleId): Promise<boolean> {
    return this.#queue.enqueue(() => this.#sql.remove.run(ruleId).changes > 0)
  }
}

function toRule({ ruleId, tool, pattern, addedAt, isConfirmed }: Row): ProjectRule {
  return {
    ruleId,
    tool,
    ...(pattern && { pattern }),
    scope: 'project',
    ...(isConfirmed && { isConfirmed: true }),
    addedAt,
  }
}
