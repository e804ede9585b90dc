import { copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'
import { isLocked, openReadOnly } from '../database/database.ts'
import { describeFileError } from '../database/store-error.ts'
import { renameDurably } from '../database/store-files.ts'
import { PAGE_BYTES, readHead } from '../file-format/pages.ts'
import { migrations } from '../migrations/index.ts'
import { APPLICATION_ID, toOpeningError } from '../opening/open-database.ts'
import { moveAside, moveLogAside, removeDraft, takeDraft } from '../opening/replace-store.ts'
import type { FindDamageCall } from './find-damage.worker.ts'
import type { Salvaged } from './salvage.ts'
import type { SalvageCall } from './salvage.worker.ts'

/** Checks a whole store in a worker. Returns descriptions of the damage; none if it is sound. */
export async function findDamage(file: string): Promise<readonly string[]> {
  await using worker = new WorkerCalls<FindDamageCall, readonly string[]>({
    from: import.meta.url,
    name: 'find-damage',
  })
  return await worker.call({ file, migrations })
}

export function hasWriteAheadLog(file: string): boolean {
  const walFile = `${file}-wal`
  const found = statSync(walFile, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size > 0
}

/**
 * Whether a file that SQLite can't read has been a store: it begins as one, however little of that is
 * left, or is whole pages.
 */
export function wasStore(file: string): boolean {
  const isPages = statSync(file).size % PAGE_BYTES === 0
  return isPages || hasWriteAheadLog(file) || beginsAsStore(file)
}

/** What SQLite begins every file with. */
const MAGIC = Buffer.from('SQLite format 3\0')
/** Where SQLite's header has whose file it is. */
const OWNER_AT = 68
const OWNER_END = OWNER_AT + 4

function beginsAsStore(file: string): boolean {
  const head = readHead(file, OWNER_END)
  const magic = head.subarray(0, MAGIC.length)
  if (!magic.equals(MAGIC.subarray(0, magic.length))) return false
  return head.length < OWNER_END || head.readUInt32BE(OWNER_AT) === APPLICATION_ID
}

/**
 * Protects a write-ahead log, which may hold all data: SQLite would delete it if the store's file is
 * empty or missing.
 */
export function keepWriteAheadLog(file: string): void {
  const isEmpty = !existsSync(file) || statSync(file).size === 0
  if (isEmpty && hasWriteAheadLog(file)) writeFileSync(file, MAGIC.subarray(0, 1), { mode: 0o600 })
}

/** Whether less of it is there than SQLite left: seen at once, and only where all was written back. */
export function isTruncated(file: string): boolean {
  const { size } = statSync(file)
  if (size === 0) return true
  if (hasWriteAheadLog(file)) return false
  try {
    using opened = new DisposableStack()
    const db = opened.adopt(openReadOnly(file), (one) => one.close())
    const pages = Number(db.pragma('page_count', { simple: true }))
    return size < pages * Number(db.pragma('page_size', { simple: true }))
  } catch (error) {
    if (isLocked(error)) throw toOpeningError(error, file)
    // Whether it can be opened at all is found out where it is.
    return false
  }
}

/** Progress of rescuing a damaged store. */
export interface RescueProgress {
  readonly file: string
  /** The share of the file that was read, from 0 to 1. */
  readonly share: number
}

interface RescueOptions {
  readonly file: string
  readonly migrations: readonly string[]
  /** When it happens, in milliseconds since the epoch: part of the name that the damaged file gets. */
  readonly at: number
  readonly onProgress?: ((progress: RescueProgress) => void) | undefined
}

const NOTHING: Salvaged = {
  sessions: 0,
  incompleteSessions: 0,
  events: 0,
  lostEvents: 0,
  readShare: 1,
}

/** Keeps a start with a small store under 10 s; a larger store gets more time. */
const MIN_BUDGET_MS = 5_000
const BYTES_PER_MS = 4_000

/**
 * Copies the readable part of a damaged store into a new one, then renames the damaged files and
 * replaces them. Returns a notice for the user. If it fails, the store is unchanged.
 */
export async function rescueStore(options: RescueOptions): Promise<string> {
  const { file, at } = options
  const draft = draftOf(file)
  removeDraft(draft)
  try {
    if (statSync(file).isFile() && (await isOnlyLogForeign(file, draft))) {
      return describeForeignLog(moveLogAside(file, at))
    }
    const isEmpty = !statSync(file).isFile() || statSync(file).size === 0
    const salvaged = isEmpty ? NOTHING : await salvageInto(draft, options)
    const damagedFile = moveAside(file, 'damaged', at)
    if (!isEmpty) renameDurably(draft, file)
    return formatNotice(salvaged, damagedFile)
  } catch (cause) {
    if (existsSync(file)) removeDraft(draft)
    throw toRescueError(cause)
  }
}

/** Whether the store is sound without its write-ahead log, which then belongs to another store. */
async function isOnlyLogForeign(file: string, draft: string): Promise<boolean> {
  if (!hasWriteAheadLog(file)) return false
  const found = await findDamage(file)
  if (found.some((damage) => damage.includes('write-ahead log'))) return false
  try {
    copyFileSync(file, draft)
    return (await findDamage(draft)).length === 0
  } finally {
    removeDraft(draft)
  }
}

/** After a rescue that was cut off: ends it where all was saved by then, else it begins anew. */
export function finishRescue(file: string, at: number): string | undefined {
  if (!takeDraft({ file, draft: draftOf(file), why: 'damaged', at })) return undefined
  return `The store was damaged. Its readable data was recovered, and the damaged file is kept next to ${file}. ${IF_BACKUP}`
}

async function salvageInto(
  into: string,
  { file, migrations: all, onProgress }: RescueOptions,
): Promise<Salvaged> {
  await using worker = new WorkerCalls<SalvageCall, Salvaged>({
    from: import.meta.url,
    name: 'salvage',
  })
  const budgetMs = MIN_BUDGET_MS + statSync(file).size / BYTES_PER_MS
  onProgress?.({ file, share: 0 })
  const call = { from: file, into, migrations: all, budgetMs }
  return await worker.call(call, (share) => onProgress?.({ file, share }))
}

function draftOf(file: string): string {
  return `${file}.salvaged`
}

function toRescueError(cause: unknown): unknown {
  const reason = AppError.is(cause) ? cause.message : describeFileError(cause)
  if (reason === undefined) return cause
  const message = `The store is damaged, and its data can’t be recovered. Nothing was changed. ${reason}`
  return new AppError('unavailable', message, { cause })
}

const IF_BACKUP = 'If you have a backup, you can restore it with: orrery restore FILE'

function formatNotice(
  { sessions, incompleteSessions, lostEvents, readShare }: Salvaged,
  damagedFile: string,
): string {
  const recovered = sessions === 1 ? '1 session was' : `${sessions} sessions were`
  const events = lostEvents === 1 ? '1 event' : `${lostEvents} events`
  const missing =
    incompleteSessions === 0 ? '' : ` (${incompleteSessions} incomplete: ${events} lost)`
  const percent = Math.floor(readShare * 100)
  const partial = readShare < 1 ? ` There was time to read only ${percent} % of the file.` : ''
  return `The store was damaged. ${recovered} recovered${missing}.${partial} The damaged file is kept as ${damagedFile}. ${IF_BACKUP}`
}

/** Notice for the user about a write-ahead log that was renamed. */
export function describeForeignLog(movedLog: string): string {
  return `The store’s folder contained the write-ahead log of another store. It was renamed to ${basename(movedLog)} and not applied.`
}
