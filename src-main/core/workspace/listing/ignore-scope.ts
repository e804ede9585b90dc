import { constants } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, relative as relativeOf, resolve, sep } from 'node:path'
import { mayBeInWorkTree } from '../../git/git-process.ts'
import { runGit } from '../../git/run-git.ts'
import { combineIgnoreFiles, type IgnoreFile } from '../../project-files/ignore-rules.ts'
import { parseProjectFile } from '../../project-files/project-parser.ts'
import { isWithin } from '../paths/agent-path.ts'
import { parentOf } from '../paths/confinement.ts'

/** Larger ignore files are left out. */
export const MAX_IGNORE_BYTES = 1024 * 1024
/** Read by searches, whether or not there is a repository. */
const SEARCH_FILES = ['.ignore', '.rgignore']

interface Repository {
  readonly top: string
  /** Of the person's own for all repositories, and of this one. */
  readonly excludeFiles: readonly string[]
}

/** How ripgrep walks a folder so that only the right ignore files count. */
export interface IgnoreScope extends AsyncDisposable {
  /** Where ripgrep runs: rules are relative to it. */
  readonly cwd: string
  /** The folder to search, as an argument: what ripgrep prints begins with it. */
  readonly target: string
  readonly args: readonly string[]
}

/**
 * Finds the ignore files that count for a folder of a project: those inside the project, and as git has
 * it, those of its repository, but none above the project's or its repository's root. A repository that
 * ignores the whole project doesn't count. The rules that ripgrep doesn't find by itself are passed in a
 * temporary file.
 */
export async function openIgnoreScope(root: string, relative: string): Promise<IgnoreScope> {
  const folder = join(root, relative)
  const repository = await findRepository(root, folder)
  const top = repository?.top
  const cwd = top !== undefined && isBelow(root, top) ? top : root
  const rules = await combine(await readIgnoreFiles({ cwd, root, folder, repository }))
  const below = toSlashes(relativeOf(cwd, folder))
  // With the repository's root in sight, ripgrep lets repositories inside it have rules of their own.
  const always = top === folder ? [] : ['--no-require-git']
  const target = below === '' ? '.' : `./${below}`
  if (rules === '') return { cwd, target, args: always, [Symbol.asyncDispose]: async () => {} }
  await using opening = new AsyncDisposableStack()
  const temporary = await mkdtemp(join(tmpdir(), 'orrery-ignore-'))
  opening.defer(() => rm(temporary, { recursive: true, force: true }))
  const file = join(temporary, 'rules')
  await writeFile(file, rules)
  const owned = opening.move()
  return {
    cwd,
    target,
    args: [...always, `--ignore-file=${file}`],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** In far less than 50 ms. */
const MAX_CHARS_HERE = 4 * 1024

async function combine(files: readonly IgnoreFile[]): Promise<string> {
  const chars = files.reduce((sum, { text }) => sum + text.length, 0)
  if (chars <= MAX_CHARS_HERE) return combineIgnoreFiles(files)
  return await parseProjectFile<'ignore-rules'>({ type: 'ignore-rules', files })
}

/** Without git, or a repository, only ignore files inside the project count. */
async function findRepository(root: string, folder: string): Promise<Repository | undefined> {
  if (!mayBeInWorkTree(folder)) return undefined
  const args = ['rev-parse', '--show-toplevel', '--git-path', 'info/exclude']
  const [place, excludes] = await Promise.all([
    runGit(folder, args),
    runGit(folder, ['config', '--type=path', '--get', 'core.excludesFile']),
  ])
  const [shown = '', exclude = ''] = place.output?.split('\n') ?? []
  if (shown === '') return undefined
  const top = resolve(shown)
  if (!isBelow(root, top) && !isBelow(top, root)) return undefined
  if (top !== root && isBelow(root, top) && (await isIgnored(root))) return undefined
  const own = excludes.output?.trimEnd() || defaultExcludes()
  return { top, excludeFiles: [own, resolve(folder, exclude)] }
}

/** Whether a repository above ignores the project as a whole. */
async function isIgnored(root: string): Promise<boolean> {
  const { output } = await runGit(root, ['check-ignore', '-q', '--no-index', '.'])
  if (output !== undefined) return true
  const any = await runGit(root, ['check-ignore', '-q', '--no-index', './any-file'])
  if (any.output === undefined) return false
  // A rule such as `/project/*` ignores all there is; others spare some files.
  const files = await runGit(root, ['ls-files', '-co', '--exclude-standard', '--directory'])
  return files.output === ''
}

function defaultExcludes(): string {
  const configuration = process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(configuration, 'git', 'ignore')
}

interface Reading {
  readonly cwd: string
  readonly root: string
  readonly folder: string
  readonly repository: Repository | undefined
}

/** Those that decide first come last, as nearer ones do; ripgrep reads the ones in the folder itself. */
async function readIgnoreFiles({ cwd, root, folder, repository }: Reading) {
  const top = repository?.top ?? root
  const above = foldersBetween(cwd, folder)
  const inRepository = above.filter((path) => isBelow(path, top))
  const inProject = above.filter((path) => isBelow(path, root))
  const files = [
    ...(repository?.excludeFiles ?? []).map((file) => ({ folder: top, file, follows: true })),
    ...inRepository.map((path) => ({ folder: path, file: join(path, '.gitignore') })),
    ...SEARCH_FILES.flatMap((name) =>
      inProject.map((path) => ({ folder: path, file: join(path, name) })),
    ),
  ]
  const read = await Promise.all(
    files.map(async ({ folder: of, file, ...options }): Promise<IgnoreFile | undefined> => {
      const text = await findText(file, options)
      return text === undefined ? undefined : { folder: toSlashes(relativeOf(cwd, of)), text }
    }),
  )
  return read.filter((file) => file !== undefined)
}

/** From the outermost folder to the parent of the innermost. */
function foldersBetween(outer: string, inner: string): readonly string[] {
  if (outer === inner) return []
  const below = parentOf(toSlashes(relativeOf(outer, inner)))
  const names = below === '' ? [] : below.split('/')
  return [outer, ...names.map((_, index) => join(outer, ...names.slice(0, index + 1)))]
}

/** `undefined` for what is no regular file, or can't be read. Like git, follows links only if told to. */
async function findText(
  file: string,
  { follows = false }: { readonly follows?: boolean },
): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const flags = O_RDONLY | (O_NONBLOCK ?? 0) | (follows ? 0 : (O_NOFOLLOW ?? 0))
  try {
    await using handle = await open(file, flags)
    const stats = await handle.stat()
    return stats.isFile() && stats.size <= MAX_IGNORE_BYTES
      ? await handle.readFile('utf8')
      : undefined
  } catch {
    return undefined
  }
}

function isBelow(path: string, folder: string): boolean {
  return isWithin(toSlashes(path), toSlashes(folder))
}

function toSlashes(path: string): string {
  return path.split(sep).join('/')
}
