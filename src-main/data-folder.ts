import { chmodSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { AppError } from '#shared/error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where sessions are kept: as asked, else `ORRERY_DATA_DIR`, else where the platform keeps such things. */
export function findDataFolder(asked: string | undefined, env: Environment): string {
  return resolve(asked ?? (env.ORRERY_DATA_DIR || defaultFolder(env)))
}

function defaultFolder(env: Environment): string {
  if (process.platform === 'darwin') {
    return join(homedir(), 'Library', 'Application Support', 'Orrery')
  }
  if (process.platform === 'win32') {
    return join(env.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'Orrery')
  }
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'orrery')
}

/** Makes the folder, for its owner alone; fails with a sentence where it can't be. */
export function ensureDataFolder(path: string): void {
  try {
    const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined
    if (isNew) chmodSync(path, 0o700)
  } catch (cause) {
    const message = `The data folder ${path} can't be made. Choose another with --data-dir.`
    throw new AppError('unavailable', message, { cause })
  }
}
