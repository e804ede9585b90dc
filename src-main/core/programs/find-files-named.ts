import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface NamedFile {
  /** Below the folder. */
  readonly path: string
  readonly stats: Stats
}

/** Walks a folder, ignored parts included, for files and pipes with one of the names. Links aren't followed. */
export async function* findFilesNamed(
  folder: string,
  names: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<NamedFile> {
  const folders = ['']
  for (let relative = folders.pop(); relative !== undefined; relative = folders.pop()) {
    if (signal.aborted) return
    const entries = await readdir(join(folder, relative), { withFileTypes: true }).catch(() => [])
    for (const { name } of entries.filter((entry) => names.has(entry.name))) {
      const path = join(relative, name)
      const stats = await stat(join(folder, path)).catch(() => undefined)
      if (stats) yield { path, stats }
    }
    const below = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git')
    folders.push(...below.map(({ name }) => join(relative, name)))
  }
}
