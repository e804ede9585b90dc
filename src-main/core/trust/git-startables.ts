import { createHash } from 'node:crypto'
import { relative, resolve, sep } from 'node:path'
import type { Startable } from '#shared/contract/procedures/trust.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { isBelow } from '../files/path-containment.ts'
import { readWithGit } from '../git/git-process.ts'
import { findHooksPath, findProgramSettings, type ProgramSetting } from '../git/program-settings.ts'
import type { Found, FoundStartables } from '../project-files/startables.ts'
import { findNamedScripts, withTargets } from './git-scripts.ts'
import { findHookFiles } from './hook-files.ts'

/** A repository's folders. */
interface RepositoryFolders {
  /** The folder that is opened, which the repository may reach beyond. */
  readonly root: string
  /** The work tree. */
  readonly top: string
  /** Git's own folder, which worktrees share. */
  readonly common: string
}

/**
 * Finds what a commit would run because the repository says so: hooks that lie in it, and settings that name programs,
 * unless they are the person's own. Nothing is run for it. `undefined`: there is no repository.
 */
export async function findGitStartables(root: string): Promise<FoundStartables | undefined> {
  const folders = await findFolders(root)
  if (!folders) return undefined
  try {
    const [settings, hooks] = await Promise.all([findSettings(folders), findHooks(folders)])
    const all = [...hooks, ...settings]
    return {
      startables: [...new Map(all.map((one) => [one.hash, one])).values()],
      malformed: [],
    }
  } catch (error) {
    if (!AppError.is(error)) throw error
    const file = toPath(root, resolve(folders.common, 'config'))
    return { startables: [], malformed: [{ file, error: error.message }] }
  }
}

async function findFolders(root: string): Promise<RepositoryFolders | undefined> {
  const args = ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir']
  const { exitCode, output } = await readWithGit({ folder: root, args })
  const [top, common, ...more] = output.toString('utf8').trimEnd().split('\n')
  if (exitCode !== 0 || !top || !common || more.length > 0) return undefined
  return { root, top: resolve(top), common: resolve(common) }
}

async function findSettings(folders: RepositoryFolders): Promise<readonly Found[]> {
  const settings = await findProgramSettings(folders.top)
  const found = await Promise.all(settings.map((setting) => toSetting(folders, setting)))
  return found.filter((one) => one !== undefined)
}

/** A setting of the person's own counts where it names a file of the repository. */
async function toSetting(
  folders: RepositoryFolders,
  { key, value, ...source }: ProgramSetting,
): Promise<Found | undefined> {
  const { top } = folders
  const file = resolve(top, source.file)
  const isPersonal = source.isPersonal && !isOwn(folders, file)
  const scripts = await findNamedScripts([value], {
    folders: [top],
    isOwn: (path) => isOwn(folders, path),
    isExact: isPersonal,
  })
  if (isPersonal && scripts.length === 0) return undefined
  return {
    ...toFound(folders, file, { setting: key, value }),
    name: key,
    words: `Git may run \`${value}\` at a commit, with all your rights.`,
    naming: { texts: isPersonal ? [] : [value] },
    files: scripts.map((path) => toKey(folders, path)),
  }
}

/** Hooks in the repository, or in a folder that its own settings name. */
async function findHooks(folders: RepositoryFolders): Promise<readonly Found[]> {
  const { top, common } = folders
  const named = await findHooksPath(top)
  const chosen = named && resolve(top, named.value)
  const isPersonal = named?.isPersonal && !isOwn(folders, resolve(top, named.file))
  // The person's own hooks usually run those of the repository, too.
  const searched = chosen && !isPersonal ? [chosen] : [chosen, resolve(common, 'hooks')]
  const counted = searched.filter(
    (folder) => folder !== undefined && (!isPersonal || isOwn(folders, folder)),
  )
  const found = await Promise.all(counted.map((folder) => findHooksIn(folders, folder)))
  return found.flat()
}

const MAX_NAMES = 5

async function findHooksIn(
  folders: RepositoryFolders,
  folder: string | undefined,
): Promise<readonly Found[]> {
  if (folder === undefined) return []
  const { names, files } = await findHookFiles(folder, folders.top)
  const [first] = names
  if (first === undefined) return []
  const all = await withTargets(files, {
    folders: [folders.top, folder],
    isOwn: (path) => isOwn(folders, path),
  })
  const more = names.length - MAX_NAMES
  const name = [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  const noun = names.length === 1 ? 'hook' : 'hooks'
  const file = files.find((path) => path.endsWith(`${sep}${first}`)) ?? folder
  return [
    {
      ...toFound(folders, file, { hooks: toKey(folders, folder) }),
      name,
      words: `Git runs the ${noun} \`${name}\` at a commit, with all your rights.`,
      naming: { texts: [] },
      files: all.map((path) => toKey(folders, path)),
    },
  ]
}

/** The hash leaves out the file's path, so that trust in a project's entry also covers the same entry in its forks. */
function toFound({ root }: RepositoryFolders, file: string, entry: object) {
  const hash = createHash('sha256')
    .update(JSON.stringify(['git', entry]))
    .digest('hex')
  return { hash, kind: 'git', file: toPath(root, file), entry, watches: 'named' } as const
}

/** Whether a file is one of the work tree, of the main work tree or of git's own folder. */
function isOwn({ top, common }: RepositoryFolders, path: string): boolean {
  return [top, common, resolve(common, '..')].some((folder) => isBelow(folder, path))
}

/** Files in git's own folder are the same for all work trees; others are those of each. */
function toKey({ root, top, common }: RepositoryFolders, path: string): string {
  return isBelow(common, path) || !isBelow(top, path) ? path : toPosix(relative(root, path))
}

/** The path below the root, or the absolute one of a file elsewhere. */
function toPath(root: string, path: string): string {
  return isBelow(root, path) ? toPosix(relative(root, path)) : path
}

function toPosix(path: string): string {
  return sep === '\\' ? path.replaceAll(sep, '/') : path
}

interface Listed {
  readonly startables: readonly Pick<Startable, 'name' | 'isTrusted' | 'reason'>[]
  readonly malformed: readonly { readonly file: string; readonly error: string }[]
}

const MAX_NAMED = 3

/** Formats what keeps a commit waiting for trust as sentences a person can act on; `undefined`: nothing does. */
export function formatUntrustedGit({ startables, malformed }: Listed): string | undefined {
  const [broken] = malformed
  if (broken) return `Can’t read what git would run (${broken.file}). ${broken.error}`
  const waiting = startables.filter(({ isTrusted }) => !isTrusted)
  if (waiting.length === 0) return undefined
  const named = waiting.slice(0, MAX_NAMED).map(({ name }) => name)
  const more = waiting.length - named.length
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  const reasons = new Set(waiting.flatMap(({ reason }) => reason ?? []))
  return [
    `This commit would run programs of the repository that you haven’t trusted: ${list}.`,
    ...reasons,
    'Look at them in Settings › Trust, then commit again.',
  ].join(' ')
}
