import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PackageURL } from 'packageurl-js'
import { z } from 'zod'
import { RECORDS } from '../record-packages.ts'

/** A package that is handed out with Orrery. */
export interface ShippedPackage {
  /** From the project's folder: `node_modules/…`. */
  readonly folder: string
  /** The package URL: `pkg:npm/NAME@VERSION`, or `pkg:github/OWNER/NAME@TAG` for data that isn't in npm. */
  readonly purl: string
  readonly name: string
  readonly version: string
  /** An SPDX expression, as the package gives it. */
  readonly license: string
  /** Where it comes from, as far as it says so. */
  readonly homepage: string | undefined
  /** It lies there whole; of others there is something in our bundles. */
  readonly isWhole: boolean
}

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]),
  homepage: z.string().optional(),
  repository: z
    .union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
    .optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})

/** Data of others that ours is generated from, each beside its manifest and its license, and its purl by version. */
const GENERATED_FROM: ReadonlyMap<string, (version: string) => string> = new Map([
  [
    'scripts/redaction-rules/gitleaks',
    (version) =>
      new PackageURL('github', 'gitleaks', 'gitleaks', `v${version}`, null, null).toString(),
  ],
])

export function toNpmPurl(name: string, version: string): string {
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return new PackageURL('npm', scope, rest ?? name, version, null, null).toString()
}

/** By name: those in the bundles of the last build, and those that lie beside them. */
export function findShippedPackages(root: string): readonly ShippedPackage[] {
  const whole = findWhole(root)
  const bundled = findBundled(root).filter((folder) => !whole.includes(folder))
  return [
    ...whole.map((folder) => ({ folder, isWhole: true })),
    ...[...bundled, ...GENERATED_FROM.keys()].map(inPart),
  ]
    .map(({ folder, isWhole }) => {
      const { name, version, license, homepage, repository } = readManifest(root, folder)
      const purl = GENERATED_FROM.get(folder)?.(version) ?? toNpmPurl(name, version)
      return { folder, purl, name, version, license, homepage: homepage ?? repository, isWhole }
    })
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
}

function inPart(folder: string) {
  return { folder, isWhole: false }
}

/** What package.json depends on when it runs, and all that this depends on, for this platform. */
export function findWhole(root: string): readonly string[] {
  const found = new Set<string>()
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const take = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const folder = findFolder(root, from, name)
      // What is optional is missing where it is another platform's.
      if (folder === undefined || found.has(folder)) continue
      found.add(folder)
      const { dependencies, optionalDependencies } = readManifest(root, folder)
      take(folder, Object.keys({ ...dependencies, ...optionalDependencies }))
    }
  }
  take('', Object.keys(manifest.dependencies))
  return [...found].toSorted()
}

function findFolder(root: string, from: string, name: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = at === '' || at === '.' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (existsSync(join(root, folder, 'package.json'))) return folder
    if (at === '' || at === '.') return undefined
  }
}

function findBundled(root: string): readonly string[] {
  const lists = globSync('*.json', { cwd: join(root, RECORDS) })
  if (lists.length === 0) throw new Error('Nothing is built yet: `npm run build` first.')
  const folders = lists.flatMap((list) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(join(root, RECORDS, list), 'utf8'))),
  )
  return [...new Set(folders.map((folder) => findPackage(root, folder)))]
}

/** Some packages hold copies of others, without what these say of themselves: they answer for them. */
function findPackage(root: string, folder: string): string {
  if (existsSync(join(root, folder, 'package.json'))) return folder
  const parts = folder.split('/node_modules/')
  const outer = parts.slice(0, -1).join('/node_modules/')
  const [whole] = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(outer) ?? []
  if (whole === undefined) throw new Error(`${folder} is no package, and in none.`)
  return findPackage(root, whole)
}

function readManifest(root: string, folder: string) {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new Error(`${folder}/package.json does not say what it is: ${parsed.error.message}`)
}
