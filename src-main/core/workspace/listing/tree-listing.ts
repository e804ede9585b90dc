import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runGitInWorkTreeSync, runGitSync } from '../../git/git-process.ts'
import { toProgramEnvironment } from '../../programs/program-environment.ts'
import { isWithin } from '../paths/agent-path.ts'
import { ripgrepProgram } from './ripgrep.ts'

const LIST = ['--literal-pathspecs', 'ls-files']

/** Above this many paths everything is listed: git is given them as arguments. */
const MAX_PATHSPECS = 200

const MAX_OUTPUT = 1 << 30
const RULES = ['--exclude-per-directory=.gitignore']

/** Never recorded unless they are tracked by git: made by tools, and made again. */
export const SKIPPED_NAMES: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.DS_Store',
  '.venv',
  '__pycache__',
  'node_modules',
])

const SKIPPED = [...SKIPPED_NAMES].map((name) => `--exclude=${name}`)

/** Files of the project that are not ignored, below the given paths or all. Links are listed, not followed. */
export function listFiles(root: string, paths?: readonly string[]): Set<string> {
  return new Set(listEach(root, paths))
}

/** As `listFiles`: names that are not UTF-8 may be the same once they are read, and are there several times. */
export function listEach(root: string, paths?: readonly string[]): readonly string[] {
  const asked = paths && paths.length <= MAX_PATHSPECS ? paths : undefined
  if (asked?.length === 0) return []
  const files = listWithGit(root, asked) ?? listPlainFiles(root, asked)
  return paths && !asked ? onlyWithin(files, paths) : files
}

/** Folders none of whose files are recorded, as far as can be told beforehand. */
export function listIgnoredFolders(root: string): readonly string[] {
  const args = ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z']
  const output = isIgnoredFromAbove(root) ? undefined : runGitInWorkTreeSync(root, args)
  const ignored = output ? lines(output) : listPlainIgnoredFolders(root)
  const folders = ignored.filter((path) => path.endsWith('/') && path !== './')
  return folders.map((path) => path.slice(0, -1))
}

function listWithGit(root: string, paths?: readonly string[]): readonly string[] | undefined {
  if (isIgnoredFromAbove(root)) return undefined
  // What lies in a submodule or behind a link is refused by git: then all is listed.
  return askGitForFiles(root, paths) ?? (paths && onlyOf(askGitForFiles(root, undefined), paths))
}

/** Whether a repository further up ignores this folder as a whole: then it is as good as none. */
function isIgnoredFromAbove(root: string): boolean {
  if (existsSync(join(root, '.git'))) return false
  if (runGitInWorkTreeSync(root, ['check-ignore', '-q', '--no-index', '.'])) return true
  if (!runGitInWorkTreeSync(root, ['check-ignore', '-q', '--no-index', './any-file'])) return false
  // A rule such as `/project/*` ignores all there is; others spare some files.
  return (
    runGitInWorkTreeSync(root, ['ls-files', '-co', '--exclude-standard', '--directory'])?.length ===
    0
  )
}

function askGitForFiles(root: string, paths: readonly string[] | undefined) {
  const below = paths ? ['--', ...paths.map((path) => path || '.')] : []
  const tracked = runGitInWorkTreeSync(root, [...LIST, '-s', '-z', ...below])
  const others =
    tracked && runGitInWorkTreeSync(root, [...LIST, '-o', '--exclude-standard', '-z', ...below])
  if (!tracked || !others) return undefined
  const untracked = lines(others).filter((path) => !path.endsWith('/') && !isSkipped(path))
  return [...lines(tracked).flatMap(toTrackedPath), ...untracked]
}

/** `100644 <oid> 0<tab>path`; 160000 is a submodule. */
function toTrackedPath(line: string): readonly string[] {
  return line.startsWith('160000') ? [] : [line.slice(line.indexOf('\t') + 1)]
}

function onlyOf(files: readonly string[] | undefined, paths: readonly string[]) {
  return files && onlyWithin(files, paths)
}

function onlyWithin(files: readonly string[], paths: readonly string[]): readonly string[] {
  return files.filter((file) => paths.some((path) => isWithin(file, path)))
}

export function lines(output: Buffer | undefined): readonly string[] {
  return output ? output.toString('utf8').split('\0').filter(Boolean) : []
}

function isSkipped(path: string): boolean {
  return path.split('/').some((part) => SKIPPED_NAMES.has(part))
}

/**
 * Lists files of a folder without a repository by its own `.gitignore` files, below the given paths or
 * all. Links are listed, not followed. Holds the thread.
 */
function listPlainFiles(root: string, paths: readonly string[] = ['']): readonly string[] {
  const below = (some: readonly string[]) => ['--', ...some.map((path) => path || '.')]
  // Git refuses paths behind a link: then all is listed.
  const files =
    askWithoutRepository(root, ['-o', ...below(paths)]) ??
    askWithoutRepository(root, ['-o', ...below([''])]) ??
    listWithRipgrep(root)
  return files.filter((file) => !file.endsWith('/') && paths.some((path) => isWithin(file, path)))
}

/** Lists the ignored folders of a folder without a repository; none without git. */
function listPlainIgnoredFolders(root: string): readonly string[] {
  return askWithoutRepository(root, ['-o', '-i', '--directory']) ?? []
}

/** Lets git read ignore files as it does in a repository: an empty one stands in for it. */
function askWithoutRepository(
  root: string,
  args: readonly string[],
): readonly string[] | undefined {
  const repository = mkdtempSync(join(tmpdir(), 'orrery-git-'))
  try {
    for (const folder of ['objects', 'refs']) mkdirSync(join(repository, folder))
    writeFileSync(join(repository, 'HEAD'), 'ref: refs/heads/main\n')
    const place = [`--git-dir=${repository}`, `--work-tree=${root}`]
    // As git sets it in a new repository.
    const isFolded = process.platform === 'win32' || process.platform === 'darwin'
    const settings = ['-c', `core.ignoreCase=${isFolded}`, '--literal-pathspecs']
    const output = runGitSync(root, [
      ...place,
      ...settings,
      'ls-files',
      '-z',
      ...RULES,
      ...SKIPPED,
      ...args,
    ])
    return output?.toString('utf8').split('\0').filter(Boolean)
  } finally {
    rmSync(repository, { recursive: true, force: true })
  }
}

/** For a machine without git: ripgrep reads the same rules, but doesn't list links. */
function listWithRipgrep(root: string): readonly string[] {
  const skipped = [...SKIPPED_NAMES].map((name) => `--glob=!${name}`)
  const args = [
    '--no-config',
    '--no-messages',
    '--files',
    '--hidden',
    '--null',
    '--no-require-git',
    '--no-ignore-dot',
    '--no-ignore-parent',
    '--no-ignore-global',
    '--no-ignore-exclude',
    ...skipped,
  ]
  const env = toProgramEnvironment(process.env)
  const options = { cwd: root, env, maxBuffer: MAX_OUTPUT, windowsHide: true } as const
  const { stdout } = spawnSync(ripgrepProgram, args, options)
  const paths = stdout?.toString('utf8').split('\0').filter(Boolean) ?? []
  const files = paths.map((path) => path.replaceAll('\\', '/'))
  const folders = new Set(['.', ...files.map((file) => dirname(file))])
  const isNested = nestedRepositories(root)
  const links = [...folders].flatMap((folder) => linksIn(root, folder))
  return [...files, ...links].filter((file) => !isNested(dirname(file)))
}

/** Tells whether a folder is, or is in, a repository of its own below the root. */
function nestedRepositories(root: string): (folder: string) => boolean {
  const known = new Map<string, boolean>([['.', false]])
  const isNested = (folder: string): boolean => {
    const before = known.get(folder)
    if (before !== undefined) return before
    const now = existsSync(join(root, folder, '.git')) || isNested(dirname(folder))
    known.set(folder, now)
    return now
  }
  return isNested
}

function linksIn(root: string, folder: string): readonly string[] {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    const links = entries.filter((entry) => entry.isSymbolicLink())
    return links.map(({ name }) => (folder === '.' ? name : `${folder}/${name}`))
  } catch {
    return []
  }
}
