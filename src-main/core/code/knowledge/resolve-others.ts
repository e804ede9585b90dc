import { posix } from 'node:path'
import {
  folderOf,
  foldersAbove,
  type ImportQuery,
  isTest,
  joinPath,
  type Resolve,
  type Resolved,
  type ResolverOptions,
} from './paths.ts'

type ResolveOther = (language: string, query: ImportQuery) => Resolved

interface Index {
  readonly files: ReadonlySet<string>
  readonly byFolder: ReadonlyMap<string, readonly string[]>
  readonly byName: ReadonlyMap<string, readonly string[]>
  /** Of Go's modules, their folders, longest name first. */
  readonly goModules: readonly (readonly [name: string, folder: string])[]
}

/** Languages whose imports name packages or files rather plainly. */
export function createOtherResolver(options: ResolverOptions): ResolveOther {
  const index = toIndex(options)
  return (language, query) => {
    switch (language) {
      case 'Go':
        return resolveGo(index, query)
      case 'Rust':
        return resolveRust(index, query)
      case 'Java':
        return resolveJava(index, query)
      case 'C/C++':
        return resolveInclude(index, query)
      case 'Ruby':
        return resolveRuby(index, query)
      case 'PHP':
        return resolvePhp(index, query)
      default:
        return { files: [], package: query.from.split('.')[0] ?? query.from }
    }
  }
}

function toIndex({ files, configurations }: ResolverOptions): Index {
  const byFolder = new Map<string, string[]>()
  const byName = new Map<string, string[]>()
  for (const path of [...files].sort()) {
    add(byFolder, folderOf(path), path)
    add(byName, posix.basename(path), path)
  }
  const goModules = [...configurations].flatMap(([path, text]) => {
    const name = path.endsWith('go.mod') ? /^module\s+(\S+)/mu.exec(text)?.[1] : undefined
    return name === undefined ? [] : [[name, folderOf(path)] as const]
  })
  goModules.sort(([a], [b]) => b.length - a.length)
  return { files, byFolder, byName, goModules }
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

/** A package is a folder: all its files but tests. */
function resolveGo({ goModules, byFolder }: Index, { from }: ImportQuery): Resolved {
  const module = goModules.find(([name]) => from === name || from.startsWith(`${name}/`))
  if (!module) return { files: [], package: from }
  const folder = joinPath(module[1], from.slice(module[0].length + 1)) ?? ''
  const files = byFolder.get(folder) ?? []
  return { files: files.filter((path) => path.endsWith('.go') && !isTest(path)) }
}

function resolveRust({ files }: Index, { path, from, names }: ImportQuery): Resolved {
  const [first = '', ...rest] = from.split('::')
  const source = foldersAbove(folderOf(path)).find((one) => posix.basename(one) === 'src') ?? 'src'
  const isRoot = /^(?:mod|lib|main)\.rs$/u.test(posix.basename(path))
  const own = isRoot ? folderOf(path) : path.replace(/\.rs$/u, '')
  const bases: Readonly<Record<string, string>> = {
    crate: source,
    self: own,
    super: folderOf(own),
  }
  const base = bases[first]
  if (base === undefined) return { files: [], package: first }
  const ups = rest.filter((part) => part === 'super').length
  const start = joinPath(base, '../'.repeat(ups)) ?? ''
  const parts = rest.filter((part) => part !== 'super')
  const found = names.map((name) => findRustModule(files, start, [...parts, name]))
  return { files: [...new Set(found.filter((one) => one !== undefined))] }
}

/** The longest part of the path that is a file: what comes after is in it. */
function findRustModule(
  files: ReadonlySet<string>,
  start: string,
  parts: readonly string[],
): string | undefined {
  for (let count = parts.length; count > 0; count -= 1) {
    const module = joinPath(start, ...parts.slice(0, count)) ?? ''
    const found = [`${module}.rs`, `${module}/mod.rs`].find((one) => files.has(one))
    if (found) return found
  }
  return undefined
}

function resolveJava({ byName, byFolder }: Index, { from, names }: ImportQuery): Resolved {
  const folder = from.replaceAll('.', '/')
  const found = names.flatMap((name) => {
    if (name === '*') {
      return [...byFolder].flatMap(([path, files]) => (endsWithPath(path, folder) ? files : []))
    }
    const named = byName.get(`${name}.java`)?.filter((one) => endsWithPath(folderOf(one), folder))
    // `import static a.b.C.member`: the class is the last part of the folder.
    const owner = `${posix.basename(folder)}.java`
    const above = folderOf(folder)
    return named?.length
      ? named
      : (byName.get(owner) ?? []).filter((one) => endsWithPath(folderOf(one), above))
  })
  if (found.length > 0) return { files: found }
  return { files: [], package: from.split('.').slice(0, 2).join('.') }
}

function endsWithPath(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`)
}

function resolveInclude({ files, byName }: Index, { path, from }: ImportQuery): Resolved {
  const name = from.slice(1, -1)
  const beside = joinPath(folderOf(path), name)
  if (beside !== undefined && files.has(beside)) return { files: [beside] }
  const found = byName.get(posix.basename(name))?.filter((one) => endsWithPath(one, name)) ?? []
  if (found.length > 0 || from.startsWith('"')) return { files: found.slice(0, 1) }
  return { files: [], package: name }
}

function resolveRuby({ files, byName }: Index, { path, from }: ImportQuery): Resolved {
  const file = from.endsWith('.rb') ? from : `${from}.rb`
  if (from.startsWith('.')) {
    const found = joinPath(folderOf(path), file)
    return { files: found !== undefined && files.has(found) ? [found] : [] }
  }
  const found = byName.get(posix.basename(file))?.filter((one) => endsWithPath(one, file)) ?? []
  if (found.length > 0) return { files: found.slice(0, 1) }
  return { files: [], package: from.split('/')[0] ?? from }
}

/** PSR-4: the end of a name is the end of a path. */
function resolvePhp({ files, byName }: Index, { path, from }: ImportQuery): Resolved {
  if (from.startsWith('.')) {
    const found = joinPath(folderOf(path), from)
    return { files: found !== undefined && files.has(found) ? [found] : [] }
  }
  const parts = from.split('\\')
  const candidates = byName.get(`${parts.at(-1)}.php`) ?? []
  const below = parts.slice(1).join('/')
  const found = candidates.filter((one) => endsWithPath(one, `${below}.php`))
  if (found.length > 0) return { files: found.slice(0, 1) }
  return { files: [], package: parts.slice(0, 2).join('\\') }
}

/** Resolves as Python does, with every folder above a file as one that modules are looked for in. */
export function createPythonResolver({ files }: ResolverOptions): Resolve {
  const findModule = (path: string) =>
    [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`].find((one) => files.has(one))
  const findIn = (folder: string, { names }: ImportQuery, parts: readonly string[]) => {
    const module = joinPath(folder, parts.join('/'))
    if (module === undefined) return []
    const below = names.map((name) => (name === '*' ? undefined : findModule(joined(module, name))))
    const own = module === '' ? undefined : findModule(module)
    // `from package import module` is of the module, though the package runs first.
    const found = below.filter((one) => one !== undefined)
    return found.length > 0 ? found : [own].filter((one) => one !== undefined)
  }
  return (query) => {
    const { path, from } = query
    const dots = /^\.*/u.exec(from)?.[0] ?? ''
    const parts = from.slice(dots.length).split('.').filter(Boolean)
    if (dots !== '') {
      const folder = joinPath(folderOf(path), '../'.repeat(dots.length - 1))
      return { files: folder === undefined ? [] : findIn(folder, query, parts) }
    }
    const roots = [...foldersAbove(folderOf(path)), 'src', 'lib', 'app']
    for (const root of roots) {
      const found = findIn(root, query, parts)
      if (found.length > 0) return { files: found }
    }
    return { files: [], package: parts[0] ?? from }
  }
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
