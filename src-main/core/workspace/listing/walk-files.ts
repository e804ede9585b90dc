import { join, sep } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { findFilesNamed } from '../../programs/find-files-named.ts'
import { shown } from '../paths/agent-path.ts'
import { type Confinement, parentOf } from '../paths/confinement.ts'
import { type IgnoreScope, MAX_IGNORE_BYTES, openIgnoreScope } from './ignore-scope.ts'
import { runRipgrep } from './ripgrep.ts'

/** Folders of version control systems, which aren't part of a project's files. */
const NEVER = ['.git', '.hg', '.jj', '.svn'].map((name) => `--glob=!${name}`)

/** A walk prints something sooner than this, unless an ignore file blocks it or few files match. */
const SILENT_MS = 10_000

interface WalkOptions {
  /** The folder to walk, below the root. */
  readonly relative: string
  /** What ripgrep is asked: to list files, or for those with a match. Its paths end with NUL. */
  readonly args: readonly string[]
  readonly withHidden?: boolean
  readonly signal?: AbortSignal | undefined
}

/** So many folders are open at a time. */
const OPEN_FOLDERS = 32

/**
 * Walks a project's files as often as one search needs to. Ignore files and the names in each folder are
 * read once, so files that are created during the search may be left out.
 */
export class FileWalk implements AsyncDisposable {
  readonly #inside: Confinement
  readonly #silentMs: number
  /** By folder. */
  readonly #scopes = new Map<string, Promise<IgnoreScope>>()
  /** By folder. */
  readonly #names = new Map<string, Promise<ReadonlySet<string>>>()

  /** `silentMs`: after how long without a result the walk looks for ignore files that block it. */
  constructor(inside: Confinement, { silentMs }: { readonly silentMs?: number } = {}) {
    this.#inside = inside
    this.#silentMs = silentMs ?? SILENT_MS
  }

  /**
   * Lists paths below the root of files that are not ignored, nor hidden unless asked for. They are
   * unchecked: a link may have replaced a folder in the meantime.
   */
  async *list(options: WalkOptions): AsyncGenerator<readonly string[]> {
    const { relative, args, withHidden = false, signal } = options
    const scope = await this.#scope(relative)
    const hidden = withHidden ? ['--hidden', ...NEVER] : []
    const all = [...scope.args, ...hidden, ...args, '--', scope.target]
    const start = scope.target === '.' ? './' : `${scope.target}/`
    const prefix = relative === '' ? '' : `${relative}/`
    const folder = join(this.#inside.root, relative)
    const stall = new StallWatch(folder, this.#silentMs, signal)
    const run = { args: all, folder: scope.cwd, separator: '\0', signal: stall.signal } as const
    for await (const paths of stall.watch(runRipgrep(run))) {
      yield paths.map((path) => prefix + path.split(sep).join('/').slice(start.length))
    }
  }

  /**
   * Returns those of the paths that are files inside the project, reached without a link. Checked after a
   * walk, it leaves out what was found through a link that was put in a folder's place.
   */
  async keepInside(paths: readonly string[]): Promise<readonly string[]> {
    const folders = [...Map.groupBy(paths, parentOf)]
    const kept = new Set<string>()
    for (let at = 0; at < folders.length; at += OPEN_FOLDERS) {
      const opened = folders.slice(at, at + OPEN_FOLDERS).map(async ([folder, files]) => {
        const names = await this.#namesIn(folder)
        const isInside = (file: string) =>
          names.has(file.slice(folder === '' ? 0 : folder.length + 1))
        for (const file of files.filter(isInside)) kept.add(file)
      })
      await Promise.all(opened)
    }
    return paths.filter((path) => kept.has(path))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const opened of await Promise.allSettled(this.#scopes.values())) {
      if (opened.status === 'fulfilled') await opened.value[Symbol.asyncDispose]()
    }
  }

  #scope(relative: string): Promise<IgnoreScope> {
    const scope = this.#scopes.get(relative) ?? openIgnoreScope(this.#inside.root, relative)
    this.#scopes.set(relative, scope)
    return scope
  }

  #namesIn(folder: string): Promise<ReadonlySet<string>> {
    const names = this.#names.get(folder) ?? this.#inside.fileNames(folder)
    this.#names.set(folder, names)
    return names
  }
}

const IGNORE_FILES: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore'])

/**
 * Stops a walk that an ignore file blocks: ripgrep waits forever for a pipe that nobody writes to, and
 * takes minutes for a file of many megabytes. Such files are only looked for once the walk is silent.
 */
class StallWatch {
  readonly #folder: string
  readonly #silentMs: number
  readonly #stopped = new AbortController()
  readonly #ended = new AbortController()
  readonly signal: AbortSignal

  constructor(folder: string, silentMs: number, signal: AbortSignal | undefined) {
    this.#folder = folder
    this.#silentMs = silentMs
    this.signal = AbortSignal.any([...(signal ? [signal] : []), this.#stopped.signal])
  }

  /** Passes on what the walk finds. Throws `unsupported` with the name of the file that blocks it. */
  async *watch<T>(found: AsyncIterable<T>): AsyncGenerator<T> {
    const timer = setTimeout(() => void this.#stopIfBlocked(), this.#silentMs)
    try {
      for await (const item of found) {
        timer.refresh()
        yield item
      }
    } catch (error) {
      this.#stopped.signal.throwIfAborted()
      throw error
    } finally {
      clearTimeout(timer)
      this.#ended.abort()
    }
  }

  async #stopIfBlocked(): Promise<void> {
    const found = await findBlocking(this.#folder, this.#ended.signal)
    if (found === undefined) return
    const path = shown(found)
    const message = `Can't search the project: its ignore file ${path} is a pipe, or larger than 1 MB. Delete it, or replace it with a smaller file.`
    this.#stopped.abort(new AppError('unsupported', message))
  }
}

/** Returns the path below a folder of an ignore file that ripgrep can't read in reasonable time. */
async function findBlocking(folder: string, signal: AbortSignal): Promise<string | undefined> {
  for await (const { path, stats } of findFilesNamed(folder, IGNORE_FILES, signal)) {
    if (stats.isFIFO() || stats.size > MAX_IGNORE_BYTES) return path
  }
  return undefined
}
