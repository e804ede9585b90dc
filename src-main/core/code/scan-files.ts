import { lstatSync } from 'node:fs'
import { extname, join } from 'node:path'
import { FileWalk } from '../workspace/listing/walk-files.ts'
import { Confinement } from '../workspace/paths/confinement.ts'

/** Says when a file is another: its size, and when it was modified. */
export type Stamp = string

/** The files of a folder by path below it. */
export type Scan = ReadonlyMap<string, Stamp>

/** Made again by package managers, and what tells that they were; search does not see them. */
const DEPENDENCIES = [
  'node_modules/.package-lock.json',
  'node_modules/.modules.yaml',
  'node_modules/.yarn-state.yml',
  '.venv/pyvenv.cfg',
]

/** Says when what a project's packages are has changed. */
export function stampDependencies(root: string): Stamp {
  return DEPENDENCIES.map((path) => stampOf(root, path) ?? '').join('|')
}

/**
 * Every file that search sees, none of them opened, nor anything behind a link. Holds the thread now and
 * then: for workers.
 */
export async function scanFiles(root: string, signal?: AbortSignal): Promise<Scan> {
  const scan = new Map<string, Stamp>()
  const paths: string[] = []
  await using walk = new FileWalk(new Confinement(root))
  const listed = walk.list({ relative: '', args: ['--files', '--null'], signal })
  for await (const files of listed) paths.push(...files)
  for (const path of await walk.keepInside(paths.sort())) {
    const stamp = stampOf(root, path)
    if (stamp !== undefined) scan.set(path, stamp)
  }
  return scan
}

/** Where two looks at a folder differ. */
interface ScanChanges {
  readonly created: readonly string[]
  readonly changed: readonly string[]
  readonly deleted: readonly string[]
}

export function compareScans(before: Scan, after: Scan): ScanChanges {
  const created = [...after.keys()].filter((path) => !before.has(path))
  const deleted = [...before.keys()].filter((path) => !after.has(path))
  const changed = [...after].flatMap(([path, stamp]) =>
    before.has(path) && before.get(path) !== stamp ? [path] : [],
  )
  return { created, changed, deleted }
}

function stampOf(root: string, path: string): Stamp | undefined {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
  return stat?.isFile() ? `${stat.size} ${stat.mtimeMs}` : undefined
}

const NO_CODE =
  /^\.(?:json|jsonc|ya?ml|toml|lock|md|mdx|txt|csv|tsv|svg|png|jpe?g|gif|webp|ico|pdf|woff2?|ttf|map|snap|xml|html?|css|scss|less|log|env|ini|cfg|conf|editorconfig|gz|zip|wasm)?$/u

/** Whether a file is surely no code: that nobody reads it as such is not worth a word. */
export function isNoCode(path: string): boolean {
  return NO_CODE.test(extname(path).toLowerCase())
}

/** How many of the files end in what, the most first. */
export function countEndings(paths: Iterable<string>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const ending = extname(path).toLowerCase() || 'no ending'
    counts.set(ending, (counts.get(ending) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
}
