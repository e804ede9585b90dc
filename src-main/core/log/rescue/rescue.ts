import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '#shared/error.ts'
import { WorkerCalls } from '../../worker-entry.ts'
import { migrations } from '../migrations/index.ts'
import { APPLICATION_ID } from '../open-database.ts'
import { renameDurably } from '../rename-durably.ts'
import { removeDraft, setAside, setLogAside, takeDraft } from '../replace-store.ts'
import type { FindDamageCall } from './find-damage.worker.ts'
import { PAGE_BYTES } from './pages.ts'
import type { Salvaged } from './salvage.ts'
import type { SalvageCall } from './salvage.worker.ts'

/** Returns what is wrong with a store, read whole in a worker; nothing if it is sound. */
export async function findDamage(file: string): Promise<readonly string[]> {
  await using worker = new WorkerCalls<FindDamageCall, readonly string[]>({
    from: import.meta.url,
    name: 'find-damage',
  })
  return await worker.call({ file, migrations })
}

export function hasWriteAheadLog(file: string): boolean {
  const walFile = `${file}-wal`
  return existsSync(walFile) && statSync(walFile).size > 0
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

function readHead(file: string, bytes: number): Buffer {
  const fd = openSync(file, 'r')
  try {
    const head = Buffer.alloc(bytes)
    return head.subarray(0, readSync(fd, head, 0, bytes, 0))
  } finally {
    closeSync(fd)
  }
}

/**
 * SQLite deletes a write-ahead log beside a file that is empty or missing, although it may hold all that
 * was written.
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
    const db = opened.adopt(new Database(file, { readonly: true }), (one) => one.close())
    const pages = Number(db.pragma('page_count', { simple: true }))
    return size < pages * Number(db.pragma('page_size', { simple: true }))
  } catch {
    // Whether it can be opened at all is found out where it is.
    return false
  }
}

/** What a start that finds a damaged store is doing. */
export interface RescueProgress {
  readonly file: string
  /** How much of the file was read, from 0 to 1. */
  readonly share: number
}

export interface RescueOptions {
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

/** A small store is back within 10 s, the promise of a start; a large one gets time by its size. */
const LEAST_BUDGET_MS = 5_000
const BYTES_PER_MS = 4_000

/**
 * Rescues what can be read of a damaged store, then sets the damaged files aside and takes their place.
 * Returns what to tell the person. If it fails, the store is as it was.
 */
export async function rescueStore(options: RescueOptions): Promise<string> {
  const { file, at } = options
  const draft = draftOf(file)
  removeDraft(draft)
  try {
    if (statSync(file).isFile() && (await isOnlyLogForeign(file, draft))) {
      return describeForeignLog(setLogAside(file, at))
    }
    const isEmpty = !statSync(file).isFile() || statSync(file).size === 0
    const salvaged = isEmpty ? NOTHING : await salvageInto(draft, options)
    const aside = setAside(file, 'damaged', at)
    if (!isEmpty) renameDurably(draft, file)
    return describe(salvaged, aside)
  } catch (cause) {
    if (existsSync(file)) removeDraft(draft)
    throw unsaved(cause)
  }
}

/** Whether the file is sound without its write-ahead log: then that is of another store. */
async function isOnlyLogForeign(file: string, draft: string): Promise<boolean> {
  if (!hasWriteAheadLog(file)) return false
  const found = await findDamage(file)
  if (found.some((what) => what.includes('write-ahead log'))) return false
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
  return `The store was damaged: what could be read of it was saved. The damaged file is kept beside ${file}. ${IF_BACKUP}`
}

async function salvageInto(
  into: string,
  { file, migrations: all, onProgress }: RescueOptions,
): Promise<Salvaged> {
  await using worker = new WorkerCalls<SalvageCall, Salvaged>({
    from: import.meta.url,
    name: 'salvage',
  })
  const budgetMs = LEAST_BUDGET_MS + statSync(file).size / BYTES_PER_MS
  onProgress?.({ file, share: 0 })
  const call = { from: file, into, migrations: all, budgetMs }
  return await worker.call(call, (share) => onProgress?.({ file, share }))
}

function draftOf(file: string): string {
  return `${file}.salvaged`
}

function unsaved(cause: unknown): unknown {
  const why = AppError.is(cause) ? cause.message : describeFileError(cause)
  if (why === undefined) return cause
  const message = `The store is damaged, and what can be read of it could not be saved: it is as it was. ${why}`
  return new AppError('unavailable', message, { cause })
}

/** `undefined` for an error that isn't the file system's. */
function describeFileError(cause: unknown): string | undefined {
  if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) return undefined
  return `Its folder can’t be written (${String(cause.code)}).`
}

const IF_BACKUP = 'If you have a backup, bring it back with: orrery restore FILE'

function describe(
  { sessions, incompleteSessions, lostEvents, readShare }: Salvaged,
  aside: string,
) {
  const saved = sessions === 1 ? '1 session was saved' : `${sessions} sessions were saved`
  const events = lostEvents === 1 ? '1 event' : `${lostEvents} events`
  const lost = incompleteSessions === 0 ? '' : `, ${incompleteSessions} of them without ${events}`
  const percent = Math.floor(readShare * 100)
  const partial =
    readShare < 1 ? ` Only ${percent} % of the file could be read in the time a start has.` : ''
  return `The store was damaged: ${saved} from it${lost}.${partial} The damaged file is kept as ${aside}. ${IF_BACKUP}`
}

/** What to tell about a write-ahead log that was set aside. */
export function describeForeignLog(aside: string): string {
  return `The store had a write-ahead log that doesn't belong to it. The log was set aside as ${basename(aside)} in the same folder, and the store is as it was without it.`
}
