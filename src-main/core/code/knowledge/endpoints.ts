import { posix } from 'node:path'
import type { FileFacts, NoteFact, SymbolFact } from '../facts/code-facts.ts'
import { cutLine, type Knowledge, plural, type Section } from './knowledge.ts'

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

const FRAMEWORKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Express', /^express$/u],
  ['Fastify', /^fastify$/u],
  ['Hono', /^hono(?:\/|$)/u],
  ['Koa', /^(?:koa|@koa\/router|koa-router)$/u],
  ['NestJS', /^@nestjs\/common$/u],
  ['Next.js', /^next(?:\/|$)/u],
  ['Flask', /^flask(?:\.|$)/u],
  ['FastAPI', /^(?:fastapi|starlette)(?:\.|$)/u],
  ['Django', /^django(?:\.|$)/u],
  ['Gin', /gin-gonic\/gin/u],
  ['Echo', /labstack\/echo/u],
  ['chi', /go-chi\/chi/u],
  ['Fiber', /gofiber\/fiber/u],
  ['net/http', /^net\/http$/u],
  ['gorilla/mux', /gorilla\/mux/u],
  ['Axum', /^axum(?:::|$)/u],
  ['Actix', /^actix_web(?:::|$)/u],
  ['Rocket', /^rocket(?:::|$)/u],
  ['Spring', /^org\.springframework/u],
  ['ASP.NET', /^Microsoft\.AspNetCore/u],
  ['Laravel', /^Illuminate\\/u],
  ['Symfony', /^Symfony\\/u],
]

/** The web frameworks that a file's imports name. */
export function frameworksOf({ imports }: Pick<FileFacts, 'imports'>): readonly string[] {
  const found = FRAMEWORKS.filter(([, pattern]) => imports.some(({ from }) => pattern.test(from)))
  return found.map(([name]) => name)
}

/** What routes and middleware are put on, by the names people give it. */
const RECEIVER =
  /(?:^|[.:>-])(?:app|api|server|route|routes|router|r|e|g|mux|engine|fastify|hono|koa|group|bp|blueprint|web|Route|\w*[rR]outer|\w*App|\w*[rR]outes|\w*_(?:bp|router|app|api|routes))$/u

function isRouter(receiver: string): boolean {
  return RECEIVER.test(receiver)
}

const MAX_MIDDLEWARE = 15

const PUT_ON =
  /^(?:use|Use|addHook|add_middleware|before_request|after_request|useGlobal(?:Guards|Pipes|Interceptors)|UseMiddleware|wrap|layer)$/u
/** These names say it by themselves. */
const CERTAIN = /^(?:add_middleware|UseMiddleware|useGlobal\w+)$/u
const NAMED = /(?:Middleware|Interceptor|Guard)$|_middleware$/u
const MARKED =
  /^(?:[\w.]+\.)?(?:before_request|after_request|middleware)\b|^(?:WebFilter|Middleware)\b/u

/** What stands in front of requests, in the order of the files. */
export function describeMiddleware({ code }: Knowledge): Section {
  const usesFramework = [...code.values()].some((facts) => frameworksOf(facts).length > 0)
  const lines = [...code].flatMap(([path, facts]) => [
    ...facts.notes.flatMap((note) => fromCall(path, note, usesFramework)),
    ...fromSymbols(path, facts),
  ])
  const shown = [...new Set(lines)]
  const left = shown.length - MAX_MIDDLEWARE
  const cut = shown.slice(0, MAX_MIDDLEWARE).map(cutLine)
  return {
    title: 'Middleware',
    lines: left > 0 ? [...cut, `and ${plural(left, 'more place')}`] : cut,
    none: 'No middleware of a known framework was found.',
  }
}

function fromCall(path: string, note: NoteFact, usesFramework: boolean): readonly string[] {
  const { name, receiver, args, line } = note
  if (!PUT_ON.test(name)) return []
  if (!CERTAIN.test(name) && !(usesFramework && isRouter(receiver))) return []
  const what = args.slice(0, 80).replace(/\)[^)]*$/u, '')
  return [`${path}:${line} ${receiver === '' ? '' : `${receiver}.`}${name}(${what})`]
}

function fromSymbols(path: string, { symbols }: FileFacts): readonly string[] {
  const isFile = /^middleware\.[jt]s$/u.test(posix.basename(path))
  return symbols.flatMap(({ name, kind, line, marks }) => {
    const mark = marks.find((one) => MARKED.test(one))
    if (mark !== undefined) return [`${path}:${line} ${name} (${mark})`]
    const isOne = kind === 'class' || kind === 'function' || kind === 'struct'
    if (isOne && (NAMED.test(name) || (isFile && name === 'middleware'))) {
      return [`${path}:${line} ${kind} ${name}`]
    }
    return name === 'MIDDLEWARE' && path.endsWith('.py') ? [`${path}:${line} MIDDLEWARE`] : []
  })
}
