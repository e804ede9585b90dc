import { existsSync, renameSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { WorkerCalls } from '../../worker-entry.ts'
import type { Salvaged } from './salvage.ts'
import type { SalvageCall } from './salvage.worker.ts'

/** What SQLite finds wrong with a file, read whole in a worker; nothing where it is sound. */
export async function findDamage(file: string): Promise<readonly string[]> {
  await using worker = new WorkerCalls<string, readonly string[]>({
    from: import.meta.url,
    name: 'check',
  })
  return await worker.call(file)
}

/** Whether less of it is there than SQLite left: seen at once, and only where all was written back. */
export function isTruncated(file: string): boolean {
  const walFile = `${file}-wal`
  if (existsSync(walFile) && statSync(walFile).size > 0) return false
  const { size } = statSync(file)
  if (size === 0) return false
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

/** Sets a damaged store aside and saves what can be read into a new one. Answers what to tell. */
export async function rescueStore({ file, migrations, at }: RescueOptions): Promise<string> {
  const aside = setAside(file, 'damaged', at)
  await using worker = new WorkerCalls<SalvageCall, Salvaged>({
    from: import.meta.url,
    name: 'salvage',
  })
  const salvaged = await worker.call({ from: aside, into: file, migrations })
  return tell(salvaged, aside)
}

/** Gives a store's files another name, and answers it. */
export function setAside(file: string, why: string, at: number): string {
  const aside = `${file}.${why}-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return aside
}

function tell({ sessions, cutSessions }: Salvaged, aside: string): string {
  const saved = sessions === 1 ? '1 session was saved' : `${sessions} sessions were saved`
  const cut = cutSessions === 0 ? '' : `, ${cutSessions} of them without their end`
  return `The store was damaged: ${saved} from it${cut}. The damaged file is kept as ${aside}. If you have a backup, bring it back with: orrery restore FILE`
}
