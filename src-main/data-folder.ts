import { chmodSync, mkdirSync, type Stats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Where sessions are kept: as asked, else `ORRERY_DATA_DIR`, else where the platform keeps such things.
 * Fails with a sentence where something else is there.
 */
export function findDataFolder(asked: string | undefined, env: Environment): string {
  const path = resolve(asked ?? (env.ORRERY_DATA_DIR || defaultFolder(env)))
  const file = findFileAt(path)
  if (file === undefined) return path
  const message = `${path} can't be the data folder: ${file === path ? 'it' : file} is a file. Choose another with --data-dir.`
  throw new AppError('invalid-input', message)
}

/** The first thing of a path that is there, where it is no folder. */
function findFileAt(path: string): string | undefined {
  const found = tryStat(path)
  if (found) return found.isDirectory() ? undefined : path
  const parent = dirname(path)
  return parent === path ? undefined : findFileAt(parent)
}

/** Whether it may be entered is found out where it is. */
function tryStat(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
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
