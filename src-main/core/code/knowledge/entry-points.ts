import { posix } from 'node:path'
import type { Knowledge } from './knowledge.ts'
import { folderOf } from './paths.ts'
import { Package, readJson } from './read-json.ts'

const MAX_ENTRIES = 10

/** Files by whose names programs begin, in one language or another. */
const NAMES =
  /(?:^|\/)(?:manage|wsgi|asgi|__main__|main|app)\.py$|(?:^|\/)src\/main\.rs$|(?:^|\/)(?:main|server|app|index)\.[cm]?[jt]sx?$|(?:^|\/)Program\.cs$|(?:^|\/)config\.ru$|(?:^|\/)public\/index\.php$/u

/** Where programs begin, as lines. */
export function findEntryPoints(knowledge: Knowledge): readonly string[] {
  const named = fromPackages(knowledge)
  const files = [...knowledge.code].flatMap(([path, { symbols, language }]) => {
    const main = symbols.find(({ name, kind }) => name === 'main' && kind !== 'variable')
    const isProgram = main !== undefined && PROGRAMS.has(language)
    if (isProgram) return [`${path}:${main.line} main`]
    const isTop = NAMES.test(path) && path.split('/').length <= 4
    const isImported = (knowledge.imports.importers.get(path)?.length ?? 0) > 0
    return isTop && !isImported ? [path] : []
  })
  const isNew = (line: string) => named.every((one) => !one.startsWith(`${line} `) && one !== line)
  return [...named, ...files.filter(isNew)].slice(0, MAX_ENTRIES)
}

const PROGRAMS: ReadonlySet<string> = new Set(['Go', 'Rust', 'Java', 'C/C++'])

function fromPackages({ configurations }: Knowledge): readonly string[] {
  return [...configurations].sort().flatMap(([path, text]) => {
    if (posix.basename(path) !== 'package.json') return []
    const read = readJson(text, Package)
    if (!read) return []
    const folder = folderOf(path)
    const below = (file: string) => posix.join(folder, file)
    const bins = typeof read.bin === 'string' ? { '': read.bin } : (read.bin ?? {})
    const start = read.scripts?.['start']
    return [
      ...(read.main === undefined ? [] : [`${below(read.main)} (main of ${path})`]),
      ...Object.entries(bins).map(
        ([name, file]) => `${below(file)} (program ${name || read.name})`,
      ),
      ...(start === undefined ? [] : [`\`${start}\` (start script of ${path})`]),
    ]
  })
}
