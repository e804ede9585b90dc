import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of each file that a check may read, by its path from the root. */
export type Sources = ReadonlyMap<string, string>

/** Every file type that oxlint, tsc or Biome reads. */
const CHECKED = /\.(?:[cm]?[jt]sx?|jsonc?|css|html|graphql|gql|vue|svelte|astro|grit)$/

/** Lists paths that git prints from the root, with slashes. */
export function listWithGit(root: string, args: readonly string[]): readonly string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return output.split('\0').filter(Boolean)
}

/** Reads the files that git tracks, and the new ones that it doesn't ignore. */
export function readSources(root: string): Sources {
  const listed = listWithGit(root, [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  ])
  const sources = new Map<string, string>()
  for (const file of listed) {
    const path = join(root, file)
    const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
    if (isFile && CHECKED.test(file)) sources.set(file, readFileSync(path, 'utf8'))
  }
  return sources
}

/** Lists the TypeScript files of the program, tests aside, sorted by path. */
export function listProductionFiles(sources: Sources): readonly string[] {
  const isProduction = (file: string) => /^src-.*(?<!\.test)\.tsx?$/.test(file)
  return [...sources.keys()].filter(isProduction).toSorted()
}
