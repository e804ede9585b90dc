import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { runGitInWorkTreeSync } from '../../git/git-process.ts'
import { lines } from '../listing/tree-listing.ts'

interface HeadFile {
  readonly oid: string
  /** Of the object, which differs from the file's where line ends are converted. */
  readonly size: number
}

interface IndexFile {
  readonly oid: string
  readonly mtimeMs: number
  readonly size: number
  readonly inode: number
}

/** What git knows of the files as they were committed last. */
export class HeadTree {
  readonly #files: ReadonlyMap<string, HeadFile>
  readonly #index: ReadonlyMap<string, IndexFile>
  /** Absent without a commit. */
  readonly commit: string | undefined
  /** When the index was written: a file changed since cannot be told by its time. */
  readonly #indexedAt: number

  private constructor(root: string) {
    this.#files = readHead(root)
    this.commit = this.#files.size > 0 ? findCommit(root) : undefined
    const isTrusted = this.#files.size > 0 && !hasFilters(root)
    this.#index = isTrusted ? readIndex(root) : new Map()
    this.#indexedAt = this.#index.size > 0 ? findIndexTime(root) : 0
  }

  /** Without a repository, or a commit in it, it is empty. */
  static read(root: string): HeadTree {
    return new HeadTree(root)
  }

  oidOf(path: string): string | undefined {
    return this.#files.get(path)?.oid
  }

  /** Whether the file equals what was committed, as far as git's own index can tell without reading it. */
  isUnchanged(path: string, stats: Stats): boolean {
    const head = this.#files.get(path)
    const index = this.#index.get(path)
    return (
      head !== undefined &&
      index?.oid === head.oid &&
      head.size === stats.size &&
      index.size === stats.size &&
      index.inode === stats.ino % 2 ** 32 &&
      Math.abs(index.mtimeMs - stats.mtimeMs) < 0.01 &&
      stats.mtimeMs < this.#indexedAt
    )
  }
}

/** Above this many paths, all are read: the paths are arguments of git, whose length is limited. */
const MAX_PATHSPECS = 200

/** Reads the ids that files have in the last commit, by path; `undefined` without a commit. */
export function readHeadOids(
  root: string,
  paths: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const below = paths.length > MAX_PATHSPECS ? [] : ['--', ...paths]
  const args = ['--literal-pathspecs', 'ls-tree', '-r', '-z', 'HEAD', ...below]
  const output = runGitInWorkTreeSync(root, args)
  if (!output) return undefined
  const oids = new Map<string, string>()
  for (const line of lines(output)) {
    const [, type, oid] = line.slice(0, line.indexOf('\t')).split(' ')
    if (type === 'blob' && oid) oids.set(line.slice(line.indexOf('\t') + 1), oid)
  }
  return oids
}

function findCommit(root: string): string | undefined {
  return (
    runGitInWorkTreeSync(root, ['rev-parse', '--verify', '-q', 'HEAD'])?.toString('utf8').trim() ||
    undefined
  )
}

/** `100644 blob <oid> <size><tab>path` */
function readHead(root: string): Map<string, HeadFile> {
  const files = new Map<string, HeadFile>()
  for (const line of lines(runGitInWorkTreeSync(root, ['ls-tree', '-r', '-l', '-z', 'HEAD']))) {
    const tab = line.indexOf('\t')
    const [, type, oid, size] = line.slice(0, tab).split(/ +/u)
    if (type === 'blob' && oid) files.set(line.slice(tab + 1), { oid, size: Number(size) })
  }
  return files
}

const INDEX_NAME = /^\d+ ([0-9a-f]+) \d\t([\s\S]+)$/u
const INDEX_STATS =
  /^ +ctime: \d+:\d+\n +mtime: (\d+):(\d+)\n +dev: \d+\tino: (\d+)\n +uid: \d+\tgid: \d+\n +size: (\d+)\tflags: \S+\n?/u

/** Git calls this output informal: what cannot be read here is hashed instead. */
function readIndex(root: string): Map<string, IndexFile> {
  const output =
    runGitInWorkTreeSync(root, ['ls-files', '-s', '-z', '--debug'])?.toString('utf8') ?? ''
  const files = new Map<string, IndexFile>()
  // Each name ends at a NUL. After it come the file's stats, then the next name.
  const [first = '', ...rest] = output.split('\0')
  let header = first
  for (const part of rest) {
    const [, oid, path] = INDEX_NAME.exec(header) ?? []
    const [stats = '', seconds, nanoseconds, inode, size] = INDEX_STATS.exec(part) ?? []
    header = part.slice(stats.length)
    if (!oid || !path || !stats || nanoseconds === '0') continue
    const mtimeMs = Number(seconds) * 1000 + Number(nanoseconds) / 1e6
    files.set(path, { oid, mtimeMs, size: Number(size), inode: Number(inode) })
  }
  return files
}

function findIndexTime(root: string): number {
  const path = runGitInWorkTreeSync(root, ['rev-parse', '--git-path', 'index'])
    ?.toString('utf8')
    .trim()
  if (!path) return 0
  try {
    return statSync(resolve(root, path)).mtimeMs
  } catch {
    return 0
  }
}

/** A filter may make a file differ from its object though sizes agree. Git LFS never does. */
function hasFilters(root: string): boolean {
  const pattern = '^filter\\..*\\.(clean|smudge|process)$'
  const output = runGitInWorkTreeSync(root, ['config', '--name-only', '--get-regexp', pattern])
  const names = output?.toString('utf8').split('\n').filter(Boolean) ?? []
  return names.some((name) => !name.startsWith('filter.lfs.'))
}
