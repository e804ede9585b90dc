// A package split by platform may be released with some of its parts missing. npm then leaves those
// out of the lockfile, and `npm ci` refuses it: every optional dependency must be in there.
import type { Report } from './check/report.ts'
import type { Sources } from './check/sources.ts'

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

/** Checks that the lockfile has every optional dependency that it names. */
export function checkLockfile(sources: Sources): Report {
  // Written by npm.
  const { packages } = JSON.parse(sources.get('package-lock.json') ?? '{"packages":{}}') as {
    readonly packages: Packages
  }
  const count = Object.keys(packages).length
  return {
    checked: `${count} packages`,
    isEmpty: count < 2,
    problems: findHoles(packages).map((hole) => `${hole}, which the lockfile does not have.`),
  }
}
