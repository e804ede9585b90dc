import { type ContentKeys, digestClosures, toDigest } from './content-keys.ts'
import { type Dependencies, findDependencies } from './dependencies.ts'
import { readSources, type Sources } from './sources.ts'

/** The files as they were when a check began. */
export type CheckedTree = {
  readonly sources: Sources
  readonly dependencies: Dependencies
  /** Keys that change with a file's text, the tools, and the settings of any tool. */
  readonly ownKeys: ContentKeys
  /** Keys that also change with the files that a file imports, directly or not, and global types. */
  readonly keys: ContentKeys
}

/** Files that may change the result for a file that doesn't import them. */
const SETTINGS =
  /(?:^|\/)(?:tsconfig[^/]*\.json|package\.json|biome(?:\.files)?\.json|\.oxlintrc\.json)$|^scripts\/(?:check\/|run-step\.ts$)/
const AMBIENT = /\.d\.[cm]?ts$/
const GLOBAL_DECLARATION = /\bdeclare\s+(?:global|module)\b/

/** Reads a project; `toolVersions` stands for everything that npm installed. */
export function readTree(root: string, toolVersions: string): CheckedTree {
  const sources = readSources(root)
  const dependencies = findDependencies(sources)
  const closures = digestClosures(sources, dependencies)
  const settings = [toolVersions, ...[...sources].filter(([file]) => SETTINGS.test(file)).flat()]
  const globals = [
    ...settings,
    ...findUnnamedInputs(sources).map((file) => closures.get(file) ?? ''),
  ]
  return {
    sources,
    dependencies,
    ownKeys: addDigest(settings, sources),
    keys: addDigest(globals, closures),
  }
}

/** Digests each value together with the same parts. */
function addDigest(parts: readonly string[], values: ReadonlyMap<string, string>): ContentKeys {
  const digest = toDigest(parts)
  return new Map([...values].map(([file, value]) => [file, toDigest([digest, file, value])]))
}

/** Finds files whose types count in others that don't name them; JSX finds its types by package.json. */
function findUnnamedInputs(sources: Sources): readonly string[] {
  const manifest = sources.get('package.json') ?? ''
  const isUnnamed = ([file, text]: readonly [string, string]) =>
    AMBIENT.test(file) || GLOBAL_DECLARATION.test(text) || manifest.includes(`"./${file}"`)
  return [...sources].filter(isUnnamed).map(([file]) => file)
}
