import { constants, type Dirent } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { isMissing } from '../workspace/paths/file-errors.ts'

/** A folder of hooks, as git and the hooks themselves read it. */
interface HookFiles {
  /** Hooks that a commit runs, by their names. */
  readonly names: readonly string[]
  /** The hooks and what lies beside and below them, as absolute paths. */
  readonly files: readonly string[]
}

const NONE: HookFiles = { names: [], files: [] }

/** Git's names for hooks. It may know others one day. */
const HOOK_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)+(?:\.exe)?$/u

/** Looked up by their names as well: a file system may find one under another spelling. */
const AT_COMMIT: readonly string[] = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-index-change',
  'reference-transaction',
  'pre-auto-gc',
]

/** Hooks that no commit runs. Those that aren't known here count as run by one. */
const NOT_AT_COMMIT: ReadonlySet<string> = new Set([
  'applypatch-msg',
  'fsmonitor-watchman',
  'p4-changelist',
  'p4-post-changelist',
  'p4-pre-submit',
  'p4-prepare-changelist',
  'post-applypatch',
  'post-checkout',
  'post-merge',
  'post-receive',
  'post-rewrite',
  'post-update',
  'pre-applypatch',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'pre-receive',
  'proc-receive',
  'push-to-checkout',
  'query-watchman',
  'sendemail-validate',
])

/**
 * Finds the hooks in a folder that a commit runs, and the files that they may load from there. `top`: the work tree, which
 * itself may be named as the folder of hooks. Nothing is run for it.
 */
export async function findHookFiles(folder: string, top: string): Promise<HookFiles> {
  const listed = (await list(folder)).map(({ name }) => name).filter(isName)
  const known = [...new Set([...listed, ...AT_COMMIT])].toSorted()
  const active = await filterAsync(known, (name) => isExecutable(join(folder, name)))
  if (active.length === 0) return NONE
  const isWhole = `${top}/`.startsWith(`${folder}/`)
  const hooks = active.map((name) => join(folder, name))
  const beside = isWhole ? [] : await listBelow(folder)
  const scripts = await listHuskyScripts(folder)
  const names = scripts.length > 0 ? scripts.map((path) => basename(path)) : active
  return { names, files: [...new Set([...hooks, ...beside, ...scripts])] }
}

/** Stubs in `.husky/_` run the script of the same name in `.husky`. */
async function listHuskyScripts(folder: string): Promise<readonly string[]> {
  if (basename(folder) !== '_') return []
  const parent = dirname(folder)
  const scripts = (await list(parent)).filter((one) => !one.isDirectory() && isName(one.name))
  return scripts.map(({ name }) => join(parent, name)).toSorted()
}

function isName(name: string): boolean {
  return HOOK_NAME.test(name) && !NOT_AT_COMMIT.has(name.replace(/\.exe$/u, ''))
}

/** Git on Windows runs a hook whatever its permissions are. */
async function isExecutable(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false
    if (process.platform !== 'win32') await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const MAX_FILES = 1_000

/** Lists files and links. Examples, which git never runs, are left out. */
async function listBelow(folder: string): Promise<readonly string[]> {
  const files: string[] = []
  const waiting = [folder]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const entry of await list(at)) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (!entry.name.endsWith('.sample')) files.push(path)
    }
    if (files.length + waiting.length > MAX_FILES) {
      throw new AppError('limit', `${folder} has more than ${MAX_FILES} files beside its hooks.`)
    }
  }
  return files
}

async function list(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    const why = error instanceof Error ? error.message : ''
    throw new AppError('unavailable', `Can’t read ${folder}: ${why}`, { cause: error })
  }
}

async function filterAsync<T>(
  all: readonly T[],
  isWanted: (one: T) => Promise<boolean>,
): Promise<readonly T[]> {
  const wanted = await Promise.all(all.map(isWanted))
  return all.filter((_, index) => wanted[index])
}
