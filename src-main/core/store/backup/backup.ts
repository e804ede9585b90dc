import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { McpSettings } from '#shared/mcp/mcp-entry.ts'
import { Settings } from '#shared/settings/settings.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'
import { DamageMark, type Db } from '../database/database.ts'
import { codeOf, describeDamage, isDiskFull } from '../database/store-error.ts'
import { renameDurably } from '../database/store-files.ts'
import { checkIsOurs, hasStore, storeFileIn } from '../opening/open-database.ts'
import { moveAside, restoreDraftOf } from '../opening/replace-store.ts'
import { findDamage } from '../recovery/rescue.ts'
import type { BackupCall } from './backup.worker.ts'

/** Writes the store of a data folder as it is now to a new file. Answers how large that is, in bytes. */
export async function backUpStore(dataDir: string, file: string): Promise<number> {
  const into = resolve(file)
  if (!hasStore(dataDir)) {
    throw new AppError('not-found', `There is nothing to back up in ${dataDir}.`)
  }
  if (existsSync(into)) {
    throw new AppError('conflict', `${into} is there already. Choose a name that is free.`)
  }
  if (!existsSync(dirname(into))) {
    throw new AppError('not-found', `There is no folder ${dirname(into)}. Make it first.`)
  }
  const draft = `${into}.partial`
  try {
    await write(storeFileIn(dataDir), draft)
    renameDurably(draft, into)
  } finally {
    rmSync(draft, { force: true })
  }
  return statSync(into).size
}

async function write(from: string, into: string): Promise<void> {
  rmSync(into, { force: true })
  await using worker = new WorkerCalls<BackupCall, void>({ from: import.meta.url, name: 'backup' })
  await worker.call({ from, into })
  const [damage] = await findDamage(into)
  if (damage === undefined) return
  throw new AppError('unavailable', `The backup was not written. ${describeDamage(dirname(from))}`)
}

interface RestoreOptions {
  readonly file: string
  /** When it happens, in milliseconds since the epoch: part of the name that what was there gets. */
  readonly at: number
  /** Whoever owned the data folder last did not end as it should. */
  readonly isAfterCrash?: boolean
  /** Whether its permissions, trust and the like hold from now on; they are left out otherwise. */
  readonly withGrants?: boolean
}

/** What a store lets agents and projects do, beyond what a new one does. */
export interface Grants {
  /** Calls that run without asking, such as `run_command npm test in /project`. */
  readonly permissions: readonly string[]
  /** How many entries of projects' files are trusted. */
  readonly trusted: number
  readonly mcpServers: readonly string[]
  /** Variables that agents' programs get, such as `DATABASE_URL in /project`. */
  readonly variables: readonly string[]
  /** Other settings that name an address or a program, or that decide how much is asked. */
  readonly settings: readonly string[]
}

interface Restored {
  /** Where the store that was there has been kept; `undefined`: there was none. */
  readonly aside: string | undefined
  /** What the backup contains of permissions, trust and the like. */
  readonly grants: Grants
}

/** Puts a backup in the place of a data folder's store; only whoever owns the folder may. */
export async function restoreStore(
  dataDir: string,
  { file, at, isAfterCrash = false, withGrants = false }: RestoreOptions,
): Promise<Restored> {
  const from = resolve(file)
  const store = storeFileIn(dataDir)
  // Where it comes to nothing, what was there has still to be looked at.
  if (isAfterCrash && hasStore(dataDir)) new DamageMark(store).set()
  await checkIsSound(from)
  // Copied first: where that fails, nothing has changed.
  const draft = restoreDraftOf(store)
  copy(from, draft)
  const grants = readGrants(draft, { removes: !withGrants })
  const aside = hasStore(dataDir) ? moveAside(store, 'replaced', at) : undefined
  renameDurably(draft, store)
  new DamageMark(store).remove()
  return { aside, grants }
}

async function checkIsSound(from: string): Promise<void> {
  if (!existsSync(from)) throw new AppError('not-found', `There is no file ${from}.`)
  checkIsOurs(from)
  const [damage] = await findDamage(from)
  if (damage !== undefined) {
    throw new AppError('unsupported', `${from} is damaged. Choose another backup.`)
  }
}

/** Or leaves nothing of it. */
function copy(from: string, into: string): void {
  try {
    copyFileSync(from, into)
    // It may have been kept where nothing is written.
    chmodSync(into, 0o600)
  } catch (cause) {
    rmSync(into, { force: true })
    const why = isDiskFull(cause) ? 'the disk is full' : codeOf(cause)
    throw new AppError('unavailable', `${from} can’t be copied to ${dirname(into)}: ${why}.`, {
      cause,
    })
  }
}

const { shape } = Settings
const OTHERS = [
  'profile',
  'baseUrls',
  'webSearchUrl',
  'updateUrl',
  'browserPath',
  'languageServers',
  'debuggers',
] as const satisfies readonly (keyof typeof shape)[]

/** Trust as it is given now, and as it was before files were recorded. */
const TRUST = ['trust_grant', 'trusted'] as const

/** Reads the grants of a store's file, of this version or an older one, and with `removes` takes them out of it. */
function readGrants(file: string, { removes }: { readonly removes: boolean }): Grants {
  const db = new Database(file)
  try {
    const grants = read(db)
    if (removes) db.transaction(() => remove(db))()
    return grants
  } finally {
    db.close()
  }
}

const Rule = z.object({ path: z.string(), tool: z.string(), pattern: z.string().nullable() })

function read(db: Db): Grants {
  const setting = (name: string) => readSetting(db, name)
  const mcp = McpSettings.safeParse(setting('mcp')).data
  const environment = shape.environment.safeParse(setting('environment') ?? undefined).data
  return {
    permissions: has(db, 'rule') ? listRules(db) : [],
    trusted: countTrusted(db),
    mcpServers: Object.keys(mcp?.servers ?? {}),
    variables: Object.entries(environment?.byProject ?? {}).flatMap(([id, { allow }]) =>
      allow.map((name) => `${name} in ${pathOf(db, id)}`),
    ),
    settings: OTHERS.filter((name) => setting(name) !== undefined),
  }
}

function remove(db: Db): void {
  for (const table of ['rule', 'rule_definition', ...TRUST, 'trust_files']) {
    if (has(db, table)) db.exec(`DELETE FROM ${table}`)
  }
  const removal = db.prepare('DELETE FROM setting WHERE name = ?')
  for (const name of ['mcp', 'environment', ...OTHERS]) removal.run(name)
}

/** Older stores lack some tables. */
function has(db: Db, table: string): boolean {
  const found = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
  return found.get(table) !== undefined
}

function listRules(db: Db): readonly string[] {
  const rows = db
    .prepare(
      `SELECT project.path, rule.tool, rule.pattern FROM rule
       JOIN project ON project.id = rule.project_id ORDER BY rule.added_at, rule.id`,
    )
    .all()
  return rows.map((row) => {
    const { path, tool, pattern } = Rule.parse(row)
    return `${tool} ${pattern ?? '(every call)'} in ${path}`
  })
}

function countTrusted(db: Db): number {
  const tables = TRUST.filter((table) => has(db, table))
  if (tables.length === 0) return 0
  const entries = tables.map((table) => `SELECT project_id, hash FROM ${table}`).join(' UNION ')
  const row = db.prepare(`SELECT count(*) AS count FROM (${entries})`).get()
  return z.object({ count: z.int() }).parse(row).count
}

function pathOf(db: Db, projectId: string): string {
  const row = db.prepare('SELECT path FROM project WHERE id = ?').get(projectId)
  return z.object({ path: z.string() }).safeParse(row).data?.path ?? projectId
}

/** `undefined` for one that isn't there or is damaged. */
function readSetting(db: Db, name: string): unknown {
  const row = db.prepare('SELECT value FROM setting WHERE name = ?').get(name)
  const { data } = z.object({ value: z.string() }).safeParse(row)
  try {
    return data && JSON.parse(data.value)
  } catch {
    return undefined
  }
}
