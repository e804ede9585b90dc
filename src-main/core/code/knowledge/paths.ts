import { posix } from 'node:path'

/** The folder a path is in; `''`: the root. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}

/** A path below the root; `undefined` where it leads out. */
export function joinPath(...parts: readonly string[]): string | undefined {
  const joined = posix.join(...parts.filter((part) => part !== ''))
  if (joined === '..' || joined.startsWith('../') || joined.startsWith('/')) return undefined
  return joined === '.' ? '' : joined.replace(/\/$/u, '')
}

/** The folder itself and all above it, nearest first. */
export function foldersAbove(folder: string): readonly string[] {
  const parts = folder === '' ? [] : folder.split('/')
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), '']
}

const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|fixtures?)\/|[._-](?:test|spec)\.[a-z]+$|(?:^|\/)(?:test_[^/]*|[^/]*_test)\.[a-z]+$|Tests?\.(?:java|cs)$/u

/** Whether a file is there to test others, by its name or place. */
export function isTest(path: string): boolean {
  return TEST.test(path)
}

/** What an import leads to: files of the project, or a package that is not of it. */
export interface Resolved {
  readonly files: readonly string[]
  readonly package?: string
}

export interface ResolverOptions {
  /** Every file whose syntax was read. */
  readonly files: ReadonlySet<string>
  /** The texts of configurations, by path. */
  readonly configurations: ReadonlyMap<string, string>
}

export interface ImportQuery {
  /** The importing file. */
  readonly path: string
  readonly from: string
  /** What of it is imported. */
  readonly names: readonly string[]
}

export type Resolve = (query: ImportQuery) => Resolved
