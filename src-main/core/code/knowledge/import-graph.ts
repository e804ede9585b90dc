import type { FileFacts } from '../facts/code-facts.ts'
import type { Resolve } from './paths.ts'
import { createJavascriptResolver } from './resolve-javascript.ts'
import { createOtherResolver, createPythonResolver } from './resolve-others.ts'

export interface ImportGraph {
  /** By file, the files it imports. */
  readonly imports: ReadonlyMap<string, readonly string[]>
  /** By file, the files that import it. */
  readonly importers: ReadonlyMap<string, readonly string[]>
  /** How many files import a package that is not of the project. */
  readonly packages: ReadonlyMap<string, number>
  readonly resolve: Resolve
}

const JAVASCRIPT = new Set(['TypeScript', 'JavaScript'])

/** Who imports whom, as far as files and configurations tell. */
export function buildImportGraph(
  files: ReadonlyMap<string, FileFacts>,
  configurations: ReadonlyMap<string, string>,
): ImportGraph {
  const resolve = createResolver(files, configurations)
  const imports = new Map<string, readonly string[]>()
  const importers = new Map<string, string[]>()
  const packages = new Map<string, number>()
  for (const [path, facts] of files) {
    const resolved = facts.imports.map(({ from, names }) =>
      resolve({ path, from, names: names.map(([imported]) => imported) }),
    )
    const targets = [...new Set(resolved.flatMap((one) => one.files))]
    imports.set(path, targets.filter((target) => target !== path).sort())
    for (const target of imports.get(path) ?? []) {
      const known = importers.get(target)
      if (known) known.push(path)
      else importers.set(target, [path])
    }
    const named = resolved.flatMap((one) => (one.package === undefined ? [] : [one.package]))
    for (const name of new Set(named)) packages.set(name, (packages.get(name) ?? 0) + 1)
  }
  return { imports, importers, packages, resolve }
}

function createResolver(
  files: ReadonlyMap<string, FileFacts>,
  configurations: ReadonlyMap<string, string>,
): Resolve {
  const options = { files: new Set(files.keys()), configurations }
  const javascript = createJavascriptResolver(options)
  const python = createPythonResolver(options)
  const other = createOtherResolver(options)
  return (query) => {
    const language = files.get(query.path)?.language ?? ''
    if (JAVASCRIPT.has(language)) return javascript(query)
    return language === 'Python' ? python(query) : other(language, query)
  }
}
