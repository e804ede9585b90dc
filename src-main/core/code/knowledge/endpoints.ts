import type { FileFacts, NoteFact, SymbolFact } from '../facts.ts'
import { frameworksOf, isRouter } from './frameworks.ts'
import type { Knowledge } from './knowledge.ts'
import { plural, type Section } from './sections.ts'

const MAX_ENDPOINTS = 15

interface Endpoint {
  readonly method: string
  readonly route: string
  readonly path: string
  readonly line: number
}

/** Where requests come in. */
export function describeEndpoints(knowledge: Knowledge): Section {
  const usesFramework = [...knowledge.code.values()].some((facts) => frameworksOf(facts).length > 0)
  const found = [...knowledge.code].flatMap(([path, facts]) => [
    ...fromFile(path, facts),
    ...fromMarks(path, facts),
    ...facts.notes.flatMap((note) => fromNote(path, note, usesFramework)),
  ])
  const distinct = new Map(found.map((one) => [`${one.method} ${one.route} ${one.path}`, one]))
  const all = [...distinct.values()].sort(
    (a, b) => compare(a.route, b.route) || compare(a.method, b.method) || compare(a.path, b.path),
  )
  const lines = all
    .slice(0, MAX_ENDPOINTS)
    .map(({ method, route, path, line }) => `${method} ${route} — ${path}:${line}`)
  const left = all.length - lines.length
  return {
    title: 'Endpoints',
    lines: left > 0 ? [...lines, `and ${plural(left, 'more endpoint')}`] : lines,
    none: 'No routes of a known framework were found.',
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const VERBS =
  /^(?:get|post|put|patch|delete|head|options|all|any|del|Get|Post|Put|Patch|Delete|Any|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Map(?:Get|Post|Put|Patch|Delete))$/u
const HANDLERS = /^(?:HandleFunc|Handle|route|Route|add_url_rule|api_route)$/u

function fromNote(path: string, note: NoteFact, usesFramework: boolean): readonly Endpoint[] {
  const { name, receiver, args, line } = note
  const place = { path, line }
  const first = /^@?(["'`])(.*?)\1/u.exec(args)?.[2]
  if (first === undefined) return []
  if (/(?:^|\/)urls\.py$/u.test(path) && /^(?:path|re_path|url)$/u.test(name)) {
    return [{ method: 'ANY', route: `/${first}`, ...place }]
  }
  if (/(?:^|\/)config\/routes\.rb$/u.test(path) && receiver === '' && VERBS.test(name)) {
    return [{ method: toMethod(name), route: toRoute(first), ...place }]
  }
  if (!usesFramework || !isRouter(receiver)) return []
  if (VERBS.test(name)) return [{ method: toMethod(name), route: toRoute(first), ...place }]
  if (!HANDLERS.test(name)) return []
  // Go 1.22 and later write the method into the pattern.
  const [, method, route] = /^([A-Z]+) (\/.*)$/u.exec(first) ?? []
  const inner = [...args.matchAll(/\b(get|post|put|patch|delete)\(/gu)].map(([, verb]) => verb)
  const named = inner.length > 0 ? inner.map((verb) => toMethod(verb ?? '')).join('|') : 'ANY'
  return [{ method: method ?? named, route: route ?? toRoute(first), ...place }]
}

function toMethod(name: string): string {
  const method = name.replace(/^Map/u, '').toUpperCase()
  return { DEL: 'DELETE', ALL: 'ANY' }[method] ?? method
}

function toRoute(written: string): string {
  return written.startsWith('/') || written === '*' ? written : `/${written}`
}

const MARK =
  /^(?:[\w.]+\.)?(get|post|put|patch|delete|head|options|route|api_route|websocket|Get|Post|Put|Patch|Delete|All|GetMapping|PostMapping|PutMapping|PatchMapping|DeleteMapping|RequestMapping|HttpGet|HttpPost|HttpPut|HttpPatch|HttpDelete|Route|Path)\b\s*(?:\((.*)\))?$/u
const PREFIX = /^(?:Controller|RequestMapping|Route|RoutePrefix|Path)\b\s*(?:\((.*)\))?$/u

function fromMarks(path: string, { symbols }: FileFacts): readonly Endpoint[] {
  const prefixes = new Map(symbols.filter(isType).map((one) => [one.name, prefixOf(one)]))
  return symbols.flatMap((symbol) => {
    if (isType(symbol)) return []
    const owner = symbol.container.split('.').at(-1) ?? ''
    const prefix = prefixes.get(owner) ?? ''
    return symbol.marks.flatMap((mark) => fromMark(mark, { prefix, symbol, path }))
  })
}

function isType({ kind }: SymbolFact): boolean {
  return kind === 'class' || kind === 'interface'
}

function prefixOf({ marks }: SymbolFact): string {
  const args = marks.map((mark) => PREFIX.exec(mark)).find((found) => found)?.[1]
  return args === undefined ? '' : (firstText(args) ?? '')
}

interface Marked {
  readonly prefix: string
  readonly symbol: SymbolFact
  readonly path: string
}

function fromMark(mark: string, { prefix, symbol, path }: Marked): readonly Endpoint[] {
  const [, name, args = ''] = MARK.exec(mark) ?? []
  if (name === undefined) return []
  const own = firstText(args) ?? ''
  // A decorator without a route is one of these only where its class has one.
  if (own === '' && prefix === '' && !/Mapping$|^Http/u.test(name)) return []
  const route = `/${[prefix, own].flatMap((part) => part.split('/').filter(Boolean)).join('/')}`
  const methods = /methods?\s*=\s*[[{(]?([^\])}]*)/u.exec(args)?.[1] ?? ''
  const named = [...methods.matchAll(/[A-Z]{3,}/gu)].map(([method]) => method)
  const verb = name.replace(/Mapping$|^Http/u, '').toUpperCase()
  const isAny = /^(?:ROUTE|API_ROUTE|REQUEST|PATH|ALL)$/u.test(verb)
  const method = named.length > 0 ? named.join('|') : isAny ? 'ANY' : verb
  return [{ method, route, path, line: symbol.line }]
}

function firstText(args: string): string | undefined {
  return /["'`]([^"'`]*)["'`]/u.exec(args)?.[1]
}

/** Frameworks whose routes are files. */
function fromFile(path: string, { symbols }: FileFacts): readonly Endpoint[] {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const app = /^route\.[jt]sx?$/u.test(name) ? foldersBelow(folders, ['app']) : undefined
  const isServer = /^\+server\.[jt]s$/u.test(name)
  const below = app ?? (isServer ? foldersBelow(folders, ['src', 'routes']) : undefined)
  if (below) return byVerb(symbols, path, `/${withoutGroups(below)}`)
  const api = foldersBelow(folders, ['pages', 'api'])
  if (!api || !/\.[jt]sx?$/u.test(name)) return []
  const page = name.replace(/\.[jt]sx?$/u, '')
  const route = ['', 'api', ...api, ...(page === 'index' ? [] : [page])].join('/')
  return [{ method: 'ANY', route, path, line: 1 }]
}

/** The folders of a path that lie below these, the innermost of that name; `undefined`: it lies in none. */
function foldersBelow(
  folders: readonly string[],
  names: readonly string[],
): readonly string[] | undefined {
  const at = folders.findLastIndex((_, index) =>
    names.every((name, further) => folders[index + further] === name),
  )
  return at < 0 ? undefined : folders.slice(at + names.length)
}

function byVerb(symbols: readonly SymbolFact[], path: string, route: string): readonly Endpoint[] {
  return symbols
    .filter(({ name }) => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/u.test(name))
    .map(({ name, line }) => ({ method: name, route, path, line }))
}

function withoutGroups(folders: readonly string[]): string {
  return folders.filter((part) => part !== '' && !/^\(.*\)$/u.test(part)).join('/')
}
