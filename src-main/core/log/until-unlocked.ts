import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/error.ts'
import { type Db, LOCK_WAIT_MS } from './database.ts'
import { codeOf } from './disk-error.ts'
import { describeLock } from './store-error.ts'

const RETRY_MS = 50
/** How long the store's owner waits for a lock while it runs. */
const OWNER_LOCK_WAIT_MS = 5_000

/**
 * Waits until a store's only connection, opened with a timeout of 0, can write. Fails with a sentence if
 * another program has locked the store for too long.
 */
export async function untilWritable(db: Db, file: string): Promise<void> {
  await untilUnlocked(file, () => {
    db.exec('BEGIN IMMEDIATE')
    db.exec('ROLLBACK')
  })
  db.pragma(`busy_timeout = ${OWNER_LOCK_WAIT_MS}`)
}

/**
 * Repeats `attempt` until it no longer meets another program's lock on a file. Doesn't block the thread
 * meanwhile. Fails with a sentence after a few seconds; other errors are thrown at once.
 */
export async function untilUnlocked<T>(file: string, attempt: () => T): Promise<T> {
  const until = performance.now() + LOCK_WAIT_MS
  for (;;) {
    try {
      return attempt()
    } catch (cause) {
      if (!isLocked(cause)) throw cause
      if (performance.now() > until) {
        throw new AppError('unavailable', describeLock(file), { cause })
      }
    }
    await delay(RETRY_MS)
  }
}

/** Until it is disposed, the owner's connection fails at once where it meets another program's lock. */
export function withoutLockWait(db: Db): Disposable {
  db.pragma('busy_timeout = 0')
  return { [Symbol.dispose]: () => db.pragma(`busy_timeout = ${OWNER_LOCK_WAIT_MS}`) }
}

/** Whether SQLite met another program's lock. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|PROTOCOL)/.test(codeOf(error))
}
