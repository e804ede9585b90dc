import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from './agent-path.ts'
import { askGit } from './git.ts'
import { GitIgnore } from './gitignore.ts'

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

const LIST = ['--literal-pathspecs', 'ls-files']

/** Above this many paths everything is listed: git is given them as arguments. */
const MAX_PATHSPECS = 200

/** Files of the project that are not ignored, below the given paths or all. Links are listed, not followed. */
export function listFiles(root: string, paths?: readonly string[]): Set<string> {
  return new Set(listEach(root, paths))
}

/** As `listFiles`: names that are not UTF-8 may be the same once they are read, and are there several times. */
export function listEach(root: string, paths?: readonly string[]): readonly string[] {
  const asked = paths && paths.length <= MAX_PATHSPECS ? paths : undefined
  if (asked?.length === 0) return []
  const files = listWithGit(root, asked) ?? listByWalking(root, asked)
  return paths && !asked ? onlyWithin(files, paths) : files
}

/** Folders none of whose files are recorded, as far as can be told beforehand. */
export function listIgnoredFolders(root: string): readonly string[] {
  const args = ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z']
  const ignored = lines(askGit(root, args)).filter((path) => path.endsWith('/') && path !== './')
  return ignored.map((path) => path.slice(0, -1))
}

function listWithGit(root: string, paths?: readonly string[]): readonly string[] | undefined {
  // What lies in a submodule or behind a link is refused by git: then all is listed.
  const files =
    askGitForFiles(root, paths) ?? (paths && onlyOf(askGitForFiles(root, undefined), paths))
  return files?.length === 0 && isIgnoredFromAbove(root) ? undefined : files
}

/** A repository further up may ignore this folder as a whole: then it is as good as none. */
function isIgnoredFromAbove(root: string): boolean {
  return askGit(root, ['check-ignore', '-q', '.']) !== undefined
}

function askGitForFiles(root: string, paths: readonly string[] | undefined) {
  const below = paths ? ['--', ...paths.map((path) => path || '.')] : []
  const tracked = askGit(root, [...LIST, '-s', '-z', ...below])
  const others = tracked && askGit(root, [...LIST, '-o', '--exclude-standard', '-z', ...below])
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

function listByWalking(root: string, paths: readonly string[] = ['']): readonly string[] {
  const files: string[] = []
  const rules = new IgnoreRules(root)
  for (const path of paths) walk({ root, path, rules, files })
  return files
}

interface Walk {
  readonly root: string
  readonly path: string
  readonly rules: IgnoreRules
  readonly files: string[]
}

function walk({ root, path, rules, files }: Walk): void {
  if (isSkipped(path) || rules.excludes(path)) return
  const entries = readFolder(join(root, path))
  if (!entries) {
    if (path !== '') files.push(path)
    return
  }
  if (path !== '' && entries.some((entry) => entry.name === '.git')) return
  for (const entry of entries) {
    const child = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) walk({ root, path: child, rules, files })
    else if (isListed(entry, child, rules)) files.push(child)
  }
}

function isListed(entry: Dirent, path: string, rules: IgnoreRules): boolean {
  if (!entry.isFile() && !entry.isSymbolicLink()) return false
  return !SKIPPED_NAMES.has(entry.name) && !rules.excludesFile(path)
}

/** `undefined`: not a folder, or not one that can be read. A link is not a folder. */
function readFolder(absolute: string) {
  try {
    return readdirSync(absolute, { withFileTypes: true })
  } catch {
    return undefined
  }
}

/** The `.gitignore` files of a folder without git, each read once. */
class IgnoreRules {
  readonly #root: string
  readonly #byFolder = new Map<string, GitIgnore | undefined>()
  readonly #excluded = new Map<string, boolean>()

  constructor(root: string) {
    this.#root = root
  }

  /** Whether a folder (or a path asked for, whatever it is) is excluded, itself or by one above. */
  excludes(path: string): boolean {
    if (path === '') return false
    const known = this.#excluded.get(path)
    if (known !== undefined) return known
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const isExcluded = this.excludes(parent) || this.#matches(path, true)
    this.#excluded.set(path, isExcluded)
    return isExcluded
  }

  excludesFile(path: string): boolean {
    return this.#matches(path, false)
  }

  /** The rules nearest to the path decide. */
  #matches(path: string, isFolder: boolean): boolean {
    for (let slash = path.lastIndexOf('/'); ; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = slash > 0 ? path.slice(0, slash) : ''
      const below = folder === '' ? path : path.slice(folder.length + 1)
      const verdict = this.#rulesOf(folder)?.test(below, isFolder)
      if (verdict === 'ignored') return true
      if (verdict === 'unignored' || folder === '') return false
    }
  }

  #rulesOf(folder: string): GitIgnore | undefined {
    if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, this.#read(folder))
    return this.#byFolder.get(folder)
  }

  #read(folder: string): GitIgnore | undefined {
    try {
      return new GitIgnore(readFileSync(join(this.#root, folder, '.gitignore'), 'utf8'))
    } catch {
      return undefined
    }
  }
}
