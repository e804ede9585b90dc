import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { findFilesNamed } from '../programs/find-files-named.ts'

/** Git takes longer only in large repositories. */
const AFTER_MS = 5_000
/** Git may come to the next pipe as soon as one is released. */
const AGAIN_MS = 100

/** Files of a work tree that git reads by itself. */
const READ_BY_GIT: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes', '.gitmodules'])

/**
 * Until disposed, releases git from pipes that stand in place of its files: it waits forever for a pipe
 * that nobody writes to, and reads a pipe that is closed as an empty file.
 */
export function releasePipes(
  folder: string,
  { afterMs = AFTER_MS }: { readonly afterMs?: number } = {},
): Disposable {
  const disposed = new AbortController()
  let delayMs = afterMs
  let timer = setTimeout(check, delayMs)
  function check(): void {
    void releaseAll(folder, disposed.signal).then((released) => {
      if (disposed.signal.aborted) return
      // Each check walks the folder.
      delayMs = released > 0 ? AGAIN_MS : delayMs * 2
      timer = setTimeout(check, delayMs)
    })
  }
  return {
    [Symbol.dispose]: () => {
      disposed.abort()
      clearTimeout(timer)
    },
  }
}

/** Returns how many readers it has released. Never fails. */
async function releaseAll(folder: string, signal: AbortSignal): Promise<number> {
  let released = 0
  for await (const { path, stats } of findFilesNamed(folder, READ_BY_GIT, signal)) {
    if (stats.isFIFO() && (await release(join(folder, path)))) released += 1
  }
  return released
}

/** Opens and closes a pipe for writing; `false`: nobody reads it. */
async function release(pipe: string): Promise<boolean> {
  try {
    await using _ = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
    return true
  } catch {
    return false
  }
}
