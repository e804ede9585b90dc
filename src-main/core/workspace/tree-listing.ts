import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runGitSync } from '../git/git-process.ts'
import { isWithin } from './agent-path.ts'
import { listPlainFiles, listPlainIgnoredFolders } from './plain-listing.ts'
import { SKIPPED_NAMES } from './skipped-names.ts'

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
  const files = listWithGit(root, asked) ?? listPlainFiles(root, asked)
  return paths && !asked ? onlyWithin(files, paths) : files
}

/** Folders none of whose files are recorded, as far as can be told beforehand. */
export function listIgnoredFolders(root: string): readonly string[] {
  const args = ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z']
  const output = isIgnoredFromAbove(root) ? undefined : runGitSync(root, args)
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
  if (runGitSync(root, ['check-ignore', '-q', '--no-index', '.'])) return true
  if (!runGitSync(root, ['check-ignore', '-q', '--no-index', './any-file'])) return false
  // A rule such as `/project/*` ignores all there is; others spare some files.
  return runGitSync(root, ['ls-files', '-co', '--exclude-standard', '--directory'])?.length === 0
}

function askGitForFiles(root: string, paths: readonly string[] | undefined) {
  const below = paths ? ['--', ...paths.map((path) => path || '.')] : []
  const tracked = runGitSync(root, [...LIST, '-s', '-z', ...below])
  const others = tracked && runGitSync(root, [...LIST, '-o', '--exclude-standard', '-z', ...below])
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
