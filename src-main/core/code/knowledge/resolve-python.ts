import { folderOf, foldersAbove, joinPath } from './paths.ts'
import type { ImportQuery, Resolve, ResolverOptions } from './resolve.ts'

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
