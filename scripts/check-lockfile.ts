// A package split by platform may be released with some of its parts missing. npm then leaves those
// out of the lockfile, and `npm ci` refuses it: every optional dependency must be in there.
import { readFileSync } from 'node:fs'

export type Packages = Readonly<
  Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
>

function isFound(packages: Packages, from: string, name: string): boolean {
  for (let folder = from; ; ) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true
    if (!folder) return false
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  }
}

/** The optional dependencies that are named in a lockfile but not in it. */
export function findHoles(packages: Packages): readonly string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isFound(packages, path, name))
      .map((name) => `${path || 'package.json'} names ${name}`),
  )
}

if (import.meta.main) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Packages
  }
  const holes = findHoles(packages)
  for (const hole of holes) console.error(`${hole}, which the lockfile does not have.`)
  console.log(`${Object.keys(packages).length} packages checked, ${holes.length} missing`)
  process.exitCode = holes.length > 0 || Object.keys(packages).length < 2 ? 1 : 0
}
