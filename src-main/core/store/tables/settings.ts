import type { SettingsPatch } from '#shared/contract/procedures/settings.ts'
import { parseJson } from '#shared/lib/json.ts'
import {
  Concurrency,
  Delegation,
  OwnLimits,
  Settings,
  ShortcutChoices,
} from '#shared/settings/settings.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading } from '../database/database.ts'

/** Choices as they are kept, each whole. Absent ones stay; `null` takes one back. */
type Choices = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined }

/** What a person has chosen. */
export class SettingsTable {
  readonly #queue: CommitQueue
  readonly #sql

  constructor(db: Db, queue: CommitQueue) {
    this.#queue = queue
    this.#sql = {
      all: prepareReading<[], { name: string; value: string }>(
        db,
        'SELECT name, value FROM setting',
      ),
      set: db.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)'),
      remove: db.prepare('DELETE FROM setting WHERE name = ?'),
    }
  }

  /** A stored choice that is no longer possible counts as not made. */
  read(): Settings {
    const rows = this.#sql.all.all()
    const stored = rows.map(({ name, value }): [string, unknown] => [name, parseJson(value)])
    return Settings.parse(Object.fromEntries(stored.filter(isPossible)))
  }

  async change(patch: SettingsPatch): Promise<void> {
    await this.edit((stored) => applyPatch(stored, patch))
  }

  /** Makes of what is kept what `edit` says, with nothing in between. */
  async edit(edit: (stored: Settings) => Choices): Promise<void> {
    await this.#queue.enqueue(() => {
      for (const [name, value] of Object.entries(edit(this.read()))) this.#set(name, value)
    })
  }

  #set(name: string, value: unknown): void {
    if (value === undefined) return
    if (value === null) this.#sql.remove.run(name)
    else this.#sql.set.run(name, JSON.stringify(value))
  }
}

function applyPatch(stored: Settings, patch: SettingsPatch): Choices {
  const { baseUrls, models, limits, budgets, delegation, concurrency, ...others } = patch
  const { shortcuts, languageServers, debuggers, ...rest } = others
  return {
    ...rest,
    ...(shortcuts !== undefined && {
      shortcuts: shortcuts && ShortcutChoices.parse(mergedChoices(stored.shortcuts, shortcuts)),
    }),
    ...(baseUrls && { baseUrls: merged(stored.baseUrls, baseUrls) }),
    ...(models && { models: merged(stored.models, models) }),
    ...(languageServers && { languageServers: merged(stored.languageServers, languageServers) }),
    ...(debuggers && { debuggers: merged(stored.debuggers, debuggers) }),
    ...(limits && { limits: OwnLimits.parse(mergedLimits(stored.limits, limits)) }),
    ...(budgets && { budgets: merged(stored.budgets, budgets) }),
    ...(delegation && { delegation: Delegation.parse(merged(stored.delegation, delegation)) }),
    ...(concurrency && { concurrency: Concurrency.parse(merged(stored.concurrency, concurrency)) }),
  }
}

/** Limits on events no longer exist: setting one only removes the value that an earlier version stored. */
function mergedLimits(stored: OwnLimits, patch: NonNullable<SettingsPatch['limits']>) {
  return mergedChoices(stored, 'events' in patch ? { ...patch, events: null } : patch)
}

/** `null` takes an entry out. */
function merged<T>(before: Readonly<Record<string, T>>, patch: Readonly<Record<string, T | null>>) {
  const all = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) all.delete(name)
    else all.set(name, value)
  }
  return Object.fromEntries(all)
}

/** `null` takes an entry out, `none` keeps that there is none. */
function mergedChoices<T>(
  before: Readonly<Record<string, T | null | undefined>>,
  patch: Readonly<Record<string, T | 'none' | null | undefined>>,
): Record<string, T | null | undefined> {
  const choices = { ...before }
  for (const [name, choice] of Object.entries(patch)) {
    if (choice === null) delete choices[name]
    else choices[name] = choice === 'none' ? null : choice
  }
  return choices
}

const fields = new Map(Object.entries(Settings.shape))

function isPossible([name, value]: [string, unknown]): boolean {
  return fields.get(name)?.safeParse(value).success ?? false
}
