import { sep } from 'node:path'
import { type Confinement, parentOf } from './confinement.ts'
import { openIgnoreScope } from './ignore-scope.ts'
import { runRipgrep } from './ripgrep.ts'

/** Folders of version control systems, which aren't part of a project's files. */
const NEVER = ['.git', '.hg', '.jj', '.svn'].map((name) => `--glob=!${name}`)

export interface WalkOptions {
  /** The project's real folder. */
  readonly root: string
  /** The folder to walk, below the root. */
  readonly relative: string
  /** What ripgrep is asked: to list files, or for those with a match. Its paths end with NUL. */
  readonly args: readonly string[]
  readonly withHidden?: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Lists paths below the root of files that are not ignored, nor hidden unless asked for. They come
 * unchecked: a folder may have been replaced by a link meanwhile.
 */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<readonly string[]> {
  const { root, relative, args, withHidden = false, signal } = options
  await using scope = await openIgnoreScope(root, relative)
  const hidden = withHidden ? ['--hidden', ...NEVER] : []
  const all = [...scope.args, ...hidden, ...args, '--', scope.target]
  const start = scope.target === '.' ? './' : `${scope.target}/`
  const prefix = relative === '' ? '' : `${relative}/`
  const walked = runRipgrep({ args: all, folder: scope.cwd, separator: '\0', signal })
  for await (const paths of walked) {
    yield paths.map((path) => prefix + path.split(sep).join('/').slice(start.length))
  }
}

/** So many folders are open at a time. */
const OPEN_FOLDERS = 32

/**
 * Returns those of the paths that are files inside the project, reached without a link. Checked after a
 * walk, it leaves out what was found through a link that was put in a folder's place.
 */
export async function keepInside(
  inside: Confinement,
  paths: readonly string[],
): Promise<readonly string[]> {
  const folders = [...Map.groupBy(paths, parentOf)]
  const kept = new Set<string>()
  for (let at = 0; at < folders.length; at += OPEN_FOLDERS) {
    const opened = folders.slice(at, at + OPEN_FOLDERS).map(async ([folder, files]) => {
      const names = await inside.fileNames(folder)
      const isInside = (file: string) =>
        names.has(file.slice(folder === '' ? 0 : folder.length + 1))
      for (const file of files.filter(isInside)) kept.add(file)
    })
    await Promise.all(opened)
  }
  return paths.filter((path) => kept.has(path))
}
