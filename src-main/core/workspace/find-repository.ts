import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Returns the folder of the git repository that a folder belongs to: the nearest that has a `.git`, the
 * folder itself included. `undefined` if there is none, or if it belongs to another user: like git,
 * which refuses such a repository, Orrery takes nothing from it.
 */
export async function findRepository(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await lstat(join(at, '.git')).catch(() => undefined)
    if (found) return (await isTrusted(found.uid, folder)) ? at : undefined
    if (dirname(at) === at) return undefined
  }
}

async function isTrusted(owner: number, folder: string): Promise<boolean> {
  if (!process.getuid) return true
  return owner === process.getuid() || owner === (await lstat(folder)).uid
}
