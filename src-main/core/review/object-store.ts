import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitOptions, runGit } from '../git/run-git.ts'
import { hear, type Repository } from './repository.ts'

/** What git makes of contents comes to lie in it. */
export interface ObjectStore extends AsyncDisposable {
  /** For every git that writes objects, or reads those that were written here. */
  readonly options: GitOptions
}

/** The repository's own. */
export const OWN_OBJECTS: ObjectStore = { options: {}, [Symbol.asyncDispose]: async () => {} }

/** A folder beside the repository's own, gone when it is disposed. */
export async function openPassingObjects({ top }: Repository): Promise<ObjectStore> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'objects']
  const output = await hear(runGit(top, args))
  const folder = await mkdtemp(join(tmpdir(), 'orrery-objects-'))
  return {
    options: { objects: { folder, besides: output.replace(/\r?\n$/u, '') } },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The filters that git's configuration has a program for, by path; it would run them to hash a content. */
export async function listFilters(
  { top }: Repository,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const pattern = '^filter\\..*\\.(clean|process)$'
  const [named, attributes] = await Promise.all([
    hear(runGit(top, ['config', '-z', '--name-only', '--get-regexp', pattern]), { none: 1 }),
    hear(runGit(top, ['check-attr', '-z', '--stdin', 'filter'], { input: paths.join('\0') })),
  ])
  const names = new Set(named.split('\0').map(toName))
  // A path, the attribute's name and its value, one after the other.
  const fields = attributes.split('\0')
  const filters = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path, , name] = fields.slice(at, at + 3)
    if (path && name && names.has(name)) filters.set(path, name)
  }
  return filters
}

function toName(setting: string): string {
  return setting.slice('filter.'.length, setting.lastIndexOf('.'))
}
