import type { SettingsPatch } from '#shared/contract/settings.ts'
import { type Delegation, Settings } from '#shared/settings.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { Db } from './database.ts'

/** Switches of subagent types are turned one at a time, never set as a whole by a window. */
export type StoredPatch = SettingsPatch & { readonly delegation?: Delegation }

/** What a person has chosen. */
export class SettingsTable {
  readonly #queue: CommitQueue
  readonly #sql

  constructor(db: Db, queue: CommitQueue) {
    this.#queue = queue
    this.#sql = {
      all: db.prepare<[], { name: string; value: string }>('SELECT name, value FROM setting'),
      set: db.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)'),
      remove: db.prepare('DELETE FROM setting WHERE name = ?'),
    }
  }

  /** A stored choice that is no longer possible counts as not made. */
  read(): Settings {
    const rows = this.#sql.all.all()
    const stored = rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)])
    return Settings.parse(Object.fromEntries(stored.filter(isPossible)))
  }

  /** Absent fields stay as they are; `null` takes a choice back. */
  async change(patch: StoredPatch): Promise<void> {
    await this.#queue.enqueue(() => this.#write(patch))
  }

  #write({ baseUrls, models, ...patch }: StoredPatch): void {
    for (const [name, value] of Object.entries(patch)) this.#set(name, value)
    const stored = this.read()
    if (baseUrls) this.#set('baseUrls', merged(stored.baseUrls, baseUrls))
    if (models) this.#set('models', merged(stored.models, models))
  }

  #set(name: string, value: unknown): void {
    if (value === undefined) return
    if (value === null) this.#sql.remove.run(name)
    else this.#sql.set.run(name, JSON.stringify(value))
  }
}

/** `null` takes an entry out. */
function merged(
  before: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
) {
  const all = Object.entries({ ...before, ...patch })
  return Object.fromEntries(all.filter(([, value]) => value !== null))
}

const fields = new Map(Object.entries(Settings.shape))

function isPossible([name, value]: [string, unknown]): boolean {
  return fields.get(name)?.safeParse(value).success ?? false
}
