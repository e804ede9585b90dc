import { posix } from 'node:path'
import { z } from 'zod'
import { parseJsonc } from '../../project-files/parse-jsonc.ts'
import { folderOf, foldersAbove, joinPath, type Resolve, type ResolverOptions } from './paths.ts'

const Exports: z.ZodType<unknown> = z.unknown()

/** Of a `package.json`, what says how its files are named and started. */
export const Package = z.object({
  name: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  types: z.string().optional().catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  exports: Exports.optional(),
  imports: z.record(z.string(), z.unknown()).optional().catch(undefined),
  scripts: z.record(z.string(), z.string()).optional().catch(undefined),
})
export type Package = z.infer<typeof Package>

/** Of a `tsconfig.json`, what says how its files are named. */
const Tsconfig = z.object({
  extends: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  compilerOptions: z
    .object({
      baseUrl: z.string().optional().catch(undefined),
      paths: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

const ENDINGS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

/** What is written for the file that it is made of. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}

/** Resolves as Node and TypeScript do: relative, `#imports`, `paths`, packages of the workspace. */
export function createJavascriptResolver({ files, configurations }: ResolverOptions): Resolve {
  const project = readProject(configurations)
  const findFile = (path: string | undefined) =>
    path === undefined ? undefined : candidatesOf(path).find((one) => files.has(one))
  return ({ path, from }) => {
    const folder = folderOf(path)
    if (from.startsWith('.')) return toResolved(findFile(joinPath(folder, from)))
    const own = from.startsWith('#') ? importsTarget(project, folder, from) : undefined
    const named = [...(own ? [own] : []), ...pathsTargets(project, folder, from)]
    const found = named.map(findFile).find((one) => one !== undefined)
    if (found !== undefined) return { files: [found] }
    const inWorkspace = workspaceTargets(project, from)
    if (inWorkspace) {
      return toResolved(inWorkspace.map(findFile).find((one) => one !== undefined))
    }
    return from.startsWith('#') ? { files: [] } : { files: [], package: packageOf(from) }
  }
}

function toResolved(file: string | undefined) {
  return { files: file === undefined ? [] : [file] }
}

function packageOf(from: string): string {
  const parts = from.split('/')
  return from.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? from)
}

/** What a path without an ending, with that of what it is compiled to, or of a folder may mean. */
function candidatesOf(path: string): readonly string[] {
  const ending = posix.extname(path)
  const bare = path.slice(0, path.length - ending.length)
  return [
    path,
    ...(SOURCES[ending] ?? []).map((source) => bare + source),
    ...ENDINGS.map((one) => path + one),
    ...ENDINGS.map((one) => (path === '' ? `index${one}` : `${path}/index${one}`)),
  ]
}

interface Project {
  readonly packages: ReadonlyMap<string, Package>
  /** Of the packages of the workspace, their folders. */
  readonly byName: ReadonlyMap<string, string>
  readonly paths: ReadonlyMap<string, Paths>
}

interface Paths {
  readonly base: string
  readonly patterns: readonly (readonly [pattern: string, targets: readonly string[]])[]
  readonly hasBase: boolean
}

function readProject(configurations: ReadonlyMap<string, string>): Project {
  const packages = new Map<string, Package>()
  const paths = new Map<string, Paths>()
  for (const [path, text] of configurations) {
    if (posix.basename(path) === 'package.json') {
      const read = readJson(text, Package)
      if (read) packages.set(folderOf(path), read)
    } else if (/^[jt]sconfig/u.test(posix.basename(path))) {
      const read = readPaths(configurations, path, 0)
      const folder = folderOf(path)
      // The one that editors take comes first.
      const isUsual = /^[jt]sconfig\.json$/u.test(posix.basename(path))
      if (read && (isUsual || !paths.has(folder))) paths.set(folder, read)
    }
  }
  const named = [...packages].flatMap(([folder, { name }]) =>
    name === undefined ? [] : [[name, folder] as const],
  )
  return { packages, byName: new Map(named), paths }
}

const MAX_EXTENDS = 8

/** Its own paths, or those of what it extends. */
function readPaths(
  configurations: ReadonlyMap<string, string>,
  path: string,
  depth: number,
): Paths | undefined {
  const read = readJson(configurations.get(path) ?? '', Tsconfig)
  if (!read || depth > MAX_EXTENDS) return undefined
  const { baseUrl, paths } = read.compilerOptions ?? {}
  const base = joinPath(folderOf(path), baseUrl ?? '.')
  if ((paths || baseUrl !== undefined) && base !== undefined) {
    return { base, patterns: Object.entries(paths ?? {}), hasBase: baseUrl !== undefined }
  }
  const parents = [read.extends ?? []].flat().flatMap((one) => {
    const parent = one.startsWith('.') ? joinPath(folderOf(path), one) : undefined
    if (parent === undefined) return []
    return [parent, `${parent}.json`].filter((file) => configurations.has(file)).slice(0, 1)
  })
  const inherited = parents.map((parent) => readPaths(configurations, parent, depth + 1))
  return inherited.findLast((one) => one !== undefined)
}

function pathsTargets(
  { paths }: Project,
  folder: string,
  from: string,
): readonly (string | undefined)[] {
  const nearest = foldersAbove(folder).find((one) => paths.has(one))
  const found = nearest === undefined ? undefined : paths.get(nearest)
  if (!found) return []
  const targets = found.patterns.flatMap(([pattern, written]) => {
    const filling = matchStar(pattern, from)
    return filling === undefined ? [] : written.map((one) => one.replace('*', () => filling))
  })
  return [...targets, ...(found.hasBase ? [from] : [])].map((one) => joinPath(found.base, one))
}

/** What `*` stands for; `''` where there is none and the text is the pattern. */
function matchStar(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === text ? '' : undefined
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)]
  const fits = text.startsWith(head) && text.endsWith(tail) && text.length >= pattern.length - 1
  return fits ? text.slice(head.length, text.length - tail.length) : undefined
}

/** `#shared/x` by the nearest package that has `imports`. */
function importsTarget({ packages }: Project, folder: string, from: string): string | undefined {
  const nearest = foldersAbove(folder).find((one) => packages.get(one)?.imports)
  if (nearest === undefined) return undefined
  return mapTarget(packages.get(nearest)?.imports ?? {}, from, nearest)
}

function mapTarget(
  map: Readonly<Record<string, unknown>>,
  from: string,
  folder: string,
): string | undefined {
  for (const [pattern, target] of Object.entries(map)) {
    const filling = matchStar(pattern, from)
    const written = filling === undefined ? undefined : firstText(target, 0)
    if (written !== undefined)
      return joinPath(
        folder,
        written.replaceAll('*', () => filling ?? ''),
      )
  }
  return undefined
}

/** The first file among conditions and alternatives. */
function firstText(target: unknown, depth: number): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null || depth > 5) return undefined
  const found = Object.values(target).map((one) => firstText(one, depth + 1))
  return found.find((one) => one !== undefined)
}

/** `undefined`: it is no package of the workspace. */
function workspaceTargets(
  { byName, packages }: Project,
  from: string,
): readonly (string | undefined)[] | undefined {
  const name = packageOf(from)
  const folder = byName.get(name)
  if (folder === undefined) return undefined
  const { exports, main, module, types } = packages.get(folder) ?? {}
  const below = from.slice(name.length + 1)
  const subpath = below === '' ? '.' : `./${below}`
  const exported = exportsTarget(exports, subpath, folder)
  const usual = below === '' ? [main, module, types, 'src/index', 'index', 'src/main'] : []
  const direct = below === '' ? [] : [below, `src/${below}`]
  const written = [...usual, ...direct].map((one) =>
    one === undefined ? undefined : joinPath(folder, one),
  )
  return [exported, ...written].flatMap((one) => [one, toSource(folder, one)])
}

function exportsTarget(exports: unknown, subpath: string, folder: string): string | undefined {
  if (typeof exports === 'string') return subpath === '.' ? joinPath(folder, exports) : undefined
  if (typeof exports !== 'object' || exports === null) return undefined
  const map: Readonly<Record<string, unknown>> = { ...exports }
  const isByPath = Object.keys(map).some((key) => key.startsWith('.'))
  return mapTarget(isByPath ? map : { '.': exports }, subpath, folder)
}

/** What is built is not among the files that search sees: what it is built from is. */
function toSource(folder: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const below = folder === '' ? path : path.slice(folder.length + 1)
  const source = below.replace(/^(?:dist|lib|build|out)\//u, 'src/').replace(/\.d\.ts$/u, '.js')
  return source === below ? undefined : joinPath(folder, source)
}

/** JSON as editors allow it: with comments and commas too many. `undefined`: it is none. */
export function readJson<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(parseJsonc(text, { allowsTrailingCommas: true })).data
  } catch {
    return undefined
  }
}
