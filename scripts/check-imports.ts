// Checks who imports whom against import-rules/.
import { posix } from 'node:path'
import { groupByCycle } from './check/content-keys.ts'
import type { Report } from './check/report.ts'
import { listProductionFiles, type Sources } from './check/sources.ts'
import { folderRules } from './import-rules/index.ts'
import { packageOwners } from './import-rules/owners.ts'

export type Import = { readonly file: string; readonly target: string; readonly isLazy: boolean }

/** `**` is anything, `{a,b}` is either; nothing else is special. */
function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^()|[\]\\$]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
    .replace(/\*+/g, '.*')
  return new RegExp(`^${source}$`)
}

const owners = Object.entries(packageOwners).map(([what, owner]) => ({
  what: toRegExp(what),
  owner,
  files: toRegExp(owner),
}))

function toTarget(file: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#shared/')) return posix.normalize(path.replace('#shared/', 'src-shared/'))
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  if (path.startsWith('node:')) return path
  return `npm:${path.split('/', path.startsWith('@') ? 2 : 1).join('/')}`
}

const statement =
  /^(?:import\s(?:[^'"]*?\sfrom\s)?|export\s[^'"=;(]*?\sfrom\s)\s*['"](?<static>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]/gm

/** The imports a file's text makes, types and `import()` included. `file` is its path from the root. */
export function findImports(file: string, text: string): readonly Import[] {
  return [...text.matchAll(statement)].map(({ groups }) => ({
    file,
    target: toTarget(file, groups?.static ?? groups?.lazy ?? ''),
    isLazy: groups?.lazy !== undefined,
  }))
}

/** Why an import is refused, or undefined. */
export function findProblem({ file, target, isLazy }: Import): string | undefined {
  const folder = posix.dirname(file)
  const rule = folderRules.get(folder)
  if (!rule) return `${folder} has no rule in scripts/import-rules`
  const allowed = [...rule.imports, ...((isLazy && rule.lazily) || [])]
  if (!isOwn(folder, target) && !allowed.some((each) => covers(each, target))) {
    return `scripts/import-rules allows ${folder} to import ${rule.imports.join(', ')}`
  }
  const owned = owners.find(({ what, files }) => what.test(target) && !files.test(file))
  return owned && `only ${owned.owner} may`
}

function isOwn(folder: string, target: string): boolean {
  return posix.dirname(target) === folder
}

function covers(allowed: string, target: string): boolean {
  if (allowed === 'node:*' || allowed === 'npm:*') return target.startsWith(allowed.slice(0, -1))
  if (allowed.endsWith('/**')) return target.startsWith(allowed.slice(0, -2))
  return target === allowed || posix.dirname(target) === allowed
}

/** Why a file may not be where it is, or undefined. */
export function findMisplacement(file: string): string | undefined {
  const folder = posix.dirname(file)
  const rule = folderRules.get(folder)
  if (!rule) return `${folder} has no rule in scripts/import-rules`
  if (!rule.files || rule.files.includes(posix.basename(file))) return undefined
  return `${folder} holds ${rule.files.join(' and ')} alone: put it in one of its folders`
}

/**
 * Finds folders that import each other, types included, directly or through other folders. For each import from one
 * to another, returns a line with the first file that has it.
 */
export function findFolderCycles(imports: readonly Import[]): readonly string[] {
  const folders = Map.groupBy(imports, ({ file }) => posix.dirname(file))
  const targets = new Map(
    [...folders].map(([folder, own]) => [folder, own.map(({ target }) => posix.dirname(target))]),
  )
  const cycles = groupByCycle(targets).filter(({ length }) => length > 1)
  return cycles.flatMap((cycle) => cycle.flatMap((folder) => formatCycle(folder, cycle, folders)))
}

function formatCycle(
  folder: string,
  cycle: readonly string[],
  folders: ReadonlyMap<string, readonly Import[]>,
): readonly string[] {
  return cycle.flatMap((other) => {
    const found = folders.get(folder)?.find(({ target }) => posix.dirname(target) === other)
    if (!found || other === folder) return []
    const { file, target } = found
    return [`${file} must not import ${target}: ${other} imports ${folder}, directly or indirectly`]
  })
}

/** Checks where every file of production code is, and each of its imports. */
export function checkImports(sources: Sources): Report {
  const files = listProductionFiles(sources)
  const imports = files.flatMap((file) => findImports(file, sources.get(file) ?? ''))
  const misplaced = files.flatMap((file) => {
    const why = findMisplacement(file)
    return why ? [`${file}: ${why}`] : []
  })
  const refused = imports.flatMap((each) => {
    const why = findProblem(each)
    return why ? [`${each.file} must not import ${each.target}: ${why}`] : []
  })
  return {
    checked: `${imports.length} imports`,
    isEmpty: imports.length === 0,
    problems: [...misplaced, ...refused, ...findFolderCycles(imports)],
  }
}
