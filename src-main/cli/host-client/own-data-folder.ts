import { AppError } from '#shared/lib/app-error.ts'
import { OwnerLock } from '../../core/store/database/owner-lock.ts'
import { socketPathOf } from '../../transports/local-server.ts'

/** Owns a data folder for a command that replaces its store. Fails if another process owns it. */
export function ownDataFolder(dataDir: string, command: string): OwnerLock {
  const got = OwnerLock.acquire(dataDir, { socket: socketPathOf(dataDir), face: command })
  if (got instanceof OwnerLock) return got
  const who = got ? `process ${got.pid} (${got.face})` : 'another process'
  throw new AppError('conflict', `Orrery is running as ${who}. Close it, then ${command}.`)
}
