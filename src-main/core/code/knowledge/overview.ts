import { posix } from 'node:path'
import { byCount, count, type Knowledge, plural, type Section } from './knowledge.ts'
import { folderOf } from './paths.ts'
import { Package, readJson } from './resolve-javascript.ts'

const MAX_LANGUAGES = 8
const MAX_PARTS = 14
const MAX_EDGES = 16
const MAX_PACKAGES = 12
const MAX_IMPORTED = 5

/** What a project is made of, and who imports whom. */
export function describeOverview(knowledge: Knowledge): Section {
  const { parts, edges } = findLayers(knowledge)
  const entries = findEntryPoints(knowledge)
  const lines = [
    ...languagesOf(knowledge),
    ...titled('Begins in', entries),
    ...titled(
      'Parts (files, tests left out)',
      parts.slice(0, MAX_PARTS).map(([folder, files]) => `${folder} ${files}`),
    ),
    ...titled(
      'Who imports whom (how often)',
      edges.filter(isTelling).slice(0, MAX_EDGES).map(toLine),
    ),
    ...titled('Imported most', mostImported(knowledge)),
    ...packagesOf(knowledge),
  ]
  return { title: 'Overview', lines, none: 'There is no code.' }
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function languagesOf({ files, code }: Knowledge): readonly string[] {
  const sizes = new Map<string, { files: number; lines: number }>()
  let lines = 0
  for (const { language, lines: own } of files.values()) {
    const size = sizes.get(language) ?? { files: 0, lines: 0 }
    sizes.set(language, { files: size.files + 1, lines: size.lines + own })
    lines += own
  }
  const tests = files.size - code.size
  const largest = [...sizes].sort(([a, one], [b, other]) => {
    return other.lines - one.lines || (a < b ? -1 : 1)
  })
  const named = largest
    .slice(0, MAX_LANGUAGES)
    .map(([name, size]) => `${name} (${plural(size.files, 'file')}, ${plural(size.lines, 'line')})`)
  return [
    `${plural(files.size, 'file')} with ${plural(lines, 'line')}, ${tests} of them tests.`,
    `Languages: ${named.join(', ')}.`,
  ]
}

/** Of two that import each other, the more frequent way tells both. */
function isTelling({ from, to, imports, back }: LayerEdge): boolean {
  return imports > back || (imports === back && from < to)
}

function toLine({ from, to, imports, back }: LayerEdge): string {
  return `${from} → ${to} ${imports}${back > 0 ? ` (and back ${back})` : ''}`
}

function mostImported({ imports }: Knowledge): readonly string[] {
  const counts = [...imports.importers].map(([path, from]) => [path, from.length] as const)
  const most = counts.filter(([, amount]) => amount > 1).sort(byCount)
  return most.slice(0, MAX_IMPORTED).map(([path, amount]) => `${path} by ${amount}`)
}

function packagesOf({ imports }: Knowledge): readonly string[] {
  const most = [...imports.packages].filter(([name]) => !name.startsWith('node:')).sort(byCount)
  if (most.length === 0) return []
  const shown = most.slice(0, MAX_PACKAGES).map(([name, amount]) => `${name} (${amount})`)
  const left = most.length - shown.length
  const more = left > 0 ? ` and ${left} more` : ''
  return [`Packages (files that import them): ${shown.join(', ')}${more}.`]
}

const MAX_ENTRIES = 10

/** Files by whose names programs begin, in one language or another. */
const NAMES =
  /(?:^|\/)(?:manage|wsgi|asgi|__main__|main|app)\.py$|(?:^|\/)src\/main\.rs$|(?:^|\/)(?:main|server|app|index)\.[cm]?[jt]sx?$|(?:^|\/)Program\.cs$|(?:^|\/)config\.ru$|(?:^|\/)public\/index\.php$/u

const PROGRAMS: ReadonlySet<string> = new Set(['Go', 'Rust', 'Java', 'C/C++'])

/** Where programs begin, as lines. */
function findEntryPoints(knowledge: Knowledge): readonly string[] {
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

/** The parts of a project by folder, and how often files of one import those of another. */
interface Layers {
  /** The largest first: how many files each has. */
  readonly parts: readonly (readonly [folder: string, files: number])[]
  /** The most first. */
  readonly edges: readonly LayerEdge[]
}

interface LayerEdge {
  readonly from: string
  readonly to: string
  readonly imports: number
  /** How often it is the other way round. */
  readonly back: number
}

const MAX_LAYERS = 14
/** A folder that holds more of all files than this says little by its name. */
const TOO_MUCH = 0.2
const ROOT = '(root)'

export function findLayers({ code, imports }: Knowledge): Layers {
  const paths = [...code.keys()]
  const partOf = toParts(paths)
  const counts = new Map<string, number>()
  for (const [path, targets] of imports.imports) {
    const from = partOf.get(path)
    for (const target of targets) {
      const to = partOf.get(target)
      if (from === undefined || to === undefined || from === to) continue
      counts.set(`${from}\n${to}`, (counts.get(`${from}\n${to}`) ?? 0) + 1)
    }
  }
  const edges = [...counts].sort(byCount).map(([key, amount]) => {
    const [from = '', to = ''] = key.split('\n')
    return { from, to, imports: amount, back: counts.get(`${to}\n${from}`) ?? 0 }
  })
  const parts = [...count(paths, (path) => partOf.get(path))].sort(byCount)
  return { parts, edges }
}

/** Folders at the top, the largest taken apart first as long as there are few in all. */
function toParts(paths: readonly string[]): ReadonlyMap<string, string> {
  const open = new Set([''])
  const whole = new Set<string>()
  for (;;) {
    const parts = assign(paths, open)
    const sizes = [...count(paths, (path) => parts.get(path))].sort(byCount)
    const [large] = sizes.find(([part, files]) => {
      return (
        files > paths.length * TOO_MUCH && part !== ROOT && !part.endsWith('*') && !whole.has(part)
      )
    }) ?? [undefined]
    if (large === undefined) return parts
    const apart = new Set(assign(paths, new Set([...open, large])).values()).size
    // One that has no folders of its own stays as it is.
    if (apart > sizes.length && apart <= MAX_LAYERS) open.add(large)
    else whole.add(large)
  }
}

/** The folder below the nearest that is taken apart; files directly in one are together. */
function assign(paths: readonly string[], open: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map(
    paths.map((path) => {
      let part = ''
      for (const name of folderOf(path).split('/')) {
        if (!open.has(part)) break
        part = part === '' ? name : `${part}/${name}`
      }
      const directly = part === '' ? ROOT : `${part}/*`
      return [path, open.has(part) ? directly : part]
    }),
  )
}
