import { closeSync, existsSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AppError } from '#shared/error.ts'
import { WorkerCalls } from '../../worker-entry.ts'
import { APPLICATION_ID } from '../open-database.ts'
import { renameDurably } from '../rename-durably.ts'
import { removeDraft, setAside, takeDraft } from '../replace-store.ts'
import type { Salvaged } from './salvage.ts'
import type { SalvageCall } from './salvage.worker.ts'

const PAGE_BYTES = 4096

/** What SQLite finds wrong with a file, read whole in a worker; nothing where it is sound. */
export async function findDamage(file: string): Promise<readonly string[]> {
  await using worker = new WorkerCalls<string, readonly string[]>({
    from: import.meta.url,
    name: 'find-damage',
  })
  return await worker.call(file)
}

function hasWriteAheadLog(file: string): boolean {
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

/** SQLite would throw away what lies beside a file that is empty: it may hold all that was written. */
export function keepWriteAheadLog(file: string): void {
  const isLost = statSync(file).size === 0 && hasWriteAheadLog(file)
  if (isLost) writeFileSync(file, MAGIC.subarray(0, 1))
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

export interface RescueOptions {
  readonly file: string
  readonly migrations: readonly string[]
  /** When it happens, in milliseconds since the epoch: part of the name that the damaged file gets. */
  readonly at: number
}

const NOTHING: Salvaged = { sessions: 0, cutSessions: 0, events: 0 }

/**
 * Saves what can be read of a damaged store, and only then sets it aside and takes its place. Answers
 * what to tell. Where it fails, the store is as it was.
 */
export async function rescueStore({ file, migrations, at }: RescueOptions): Promise<string> {
  const draft = draftOf(file)
  removeDraft(draft)
  try {
    const isEmpty = statSync(file).size === 0
    const salvaged = isEmpty ? NOTHING : await salvageInto(draft, { file, migrations })
    const aside = setAside(file, 'damaged', at)
    if (!isEmpty) renameDurably(draft, file)
    return tell(salvaged, aside)
  } catch (cause) {
    if (existsSync(file)) removeDraft(draft)
    throw AppError.is(cause) ? unsaved(cause) : cause
  }
}

/** After a rescue that was cut off: ends it where all was saved by then, else it begins anew. */
export function finishRescue(file: string, at: number): string | undefined {
  if (!takeDraft({ file, draft: draftOf(file), why: 'damaged', at })) return undefined
  return `The store was damaged: what could be read of it was saved. The damaged file is kept beside ${file}. ${IF_BACKUP}`
}

async function salvageInto(
  into: string,
  { file, migrations }: Pick<RescueOptions, 'file' | 'migrations'>,
): Promise<Salvaged> {
  await using worker = new WorkerCalls<SalvageCall, Salvaged>({
    from: import.meta.url,
    name: 'salvage',
  })
  return await worker.call({ from: file, into, migrations })
}

function draftOf(file: string): string {
  return `${file}.salvaged`
}

function unsaved(cause: AppError): AppError {
  const message = `The store is damaged, and what can be read of it could not be saved: it is as it was. ${cause.message}`
  return new AppError('unavailable', message, { cause })
}

const IF_BACKUP = 'If you have a backup, bring it back with: orrery restore FILE'

function tell({ sessions, cutSessions }: Salvaged, aside: string): string {
  const saved = sessions === 1 ? '1 session was saved' : `${sessions} sessions were saved`
  const cut = cutSessions === 0 ? '' : `, ${cutSessions} of them without their end`
  return `The store was damaged: ${saved} from it${cut}. The damaged file is kept as ${aside}. ${IF_BACKUP}`
}
