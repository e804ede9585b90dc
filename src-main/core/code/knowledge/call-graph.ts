import type { CallFact, FileFacts, ImportFact, SymbolFact } from '../facts/code-facts.ts'
import type { ImportGraph } from './import-graph.ts'
import { isTest } from './paths.ts'

/** A function, a method or a class, as the graph names it: `path#place in the file's list`. */
export type NodeId = string

interface Place {
  readonly path: string
  readonly symbol: SymbolFact
}

export interface CallGraph {
  readonly places: ReadonlyMap<NodeId, Place>
  /** By caller, whom it calls. What calls outside of any function is not among the callers. */
  readonly calls: ReadonlyMap<NodeId, readonly NodeId[]>
  readonly callers: ReadonlyMap<NodeId, readonly NodeId[]>
}

/** Above this, names are resolved no further: an answer must not take minutes. */
const MAX_EDGES = 400_000

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'class', 'struct', 'macro'])
const OWN: ReadonlySet<string> = new Set(['this', 'self', 'cls', '$this', 'super', 'super()'])

/** Who calls whom, as far as names tell: of its own file, imported, or the only one of its name. */
export function buildCallGraph(
  files: ReadonlyMap<string, FileFacts>,
  graph: ImportGraph,
): CallGraph {
  const code = new Map([...files].filter(([path]) => !isTest(path)))
  const names = toNames(code)
  const calls = new Map<NodeId, Set<NodeId>>()
  let edges = 0
  for (const [path, facts] of code) {
    const imported = importedIn(path, facts.imports, graph)
    for (const call of facts.calls) {
      if (call.owner < 0 || edges >= MAX_EDGES) continue
      const callee = findCallee(names, { path, facts, call, imported })
      const caller = `${path}#${call.owner}`
      if (callee === undefined || callee === caller) continue
      const known = calls.get(caller)
      if (known) known.add(callee)
      else calls.set(caller, new Set([callee]))
      edges += 1
    }
  }
  return toGraph(names.places, calls)
}

function toGraph(
  places: ReadonlyMap<NodeId, Place>,
  calls: ReadonlyMap<NodeId, ReadonlySet<NodeId>>,
): CallGraph {
  const callers = new Map<NodeId, NodeId[]>()
  for (const [caller, callees] of calls) {
    for (const callee of callees) {
      const known = callers.get(callee)
      if (known) known.push(caller)
      else callers.set(callee, [caller])
    }
  }
  return {
    places,
    calls: new Map([...calls].map(([caller, callees]) => [caller, [...callees]])),
    callers,
  }
}

interface Names {
  readonly places: ReadonlyMap<NodeId, Place>
  readonly byName: ReadonlyMap<string, readonly NodeId[]>
  /** By `path name`. */
  readonly inFile: ReadonlyMap<string, readonly NodeId[]>
}

function toNames(files: ReadonlyMap<string, FileFacts>): Names {
  const places = new Map<NodeId, Place>()
  const byName = new Map<string, NodeId[]>()
  const inFile = new Map<string, NodeId[]>()
  for (const [path, { symbols }] of files) {
    for (const [at, symbol] of symbols.entries()) {
      if (!CALLABLE.has(symbol.kind)) continue
      const id = `${path}#${at}`
      places.set(id, { path, symbol })
      add(byName, symbol.name, id)
      add(inFile, `${path} ${symbol.name}`, id)
    }
  }
  return { places, byName, inFile }
}

function add(map: Map<string, NodeId[]>, key: string, id: NodeId): void {
  const known = map.get(key)
  if (known) known.push(id)
  else map.set(key, [id])
}

interface Imported {
  readonly name: string
  readonly files: readonly string[]
}

/** By the name that the file calls it. */
function importedIn(
  path: string,
  imports: readonly ImportFact[],
  graph: ImportGraph,
): ReadonlyMap<string, Imported> {
  const found = imports.flatMap(({ from, names }) =>
    names.map(([imported, local]) => {
      const { files } = graph.resolve({ path, from, names: [imported] })
      return [local, { name: imported, files }] as const
    }),
  )
  return new Map(found)
}

interface CallSite {
  readonly path: string
  readonly facts: FileFacts
  readonly call: CallFact
  readonly imported: ReadonlyMap<string, Imported>
}

function findCallee(names: Names, site: CallSite): NodeId | undefined {
  const { path, call, imported } = site
  const { name, receiver } = call
  if (receiver === '' || OWN.has(receiver)) {
    const own = ownOf(names, site)
    if (own !== undefined) return own
  }
  const source = imported.get(receiver === '' ? name : (receiver.split(/[.:]/u)[0] ?? ''))
  if (source) {
    const wanted = receiver === '' && source.name !== 'default' ? source.name : name
    const found = source.files.flatMap((file) => names.inFile.get(`${file} ${wanted}`) ?? [])
    // What a package gives is not what the project calls the same.
    return found[0] ?? (source.files.length > 0 ? onlyOne(names, name, path) : undefined)
  }
  return receiver !== '' && EVERYBODYS.has(name) ? undefined : onlyOne(names, name, path)
}

/** In its own file: of the same class before others. */
function ownOf(names: Names, { path, facts, call }: CallSite): NodeId | undefined {
  const inFile = names.inFile.get(`${path} ${call.name}`) ?? []
  const container = facts.symbols[call.owner]?.container ?? ''
  const beside = inFile.find((id) => names.places.get(id)?.symbol.container === container)
  return beside ?? (call.receiver === '' ? inFile[0] : undefined)
}

/** Names that everything has are of nobody in particular. */
const MIN_CHARS = 5
const EVERYBODYS: ReadonlySet<string> = new Set(
  [Array, String, Map, Set, Promise, Object, RegExp, Date, Function].flatMap((type) => [
    ...Object.getOwnPropertyNames(type),
    ...Object.getOwnPropertyNames(type.prototype),
  ]),
)

function onlyOne(names: Names, name: string, path: string): NodeId | undefined {
  if (name.length < MIN_CHARS) return undefined
  const [only, other] = names.byName.get(name) ?? []
  if (only === undefined || other !== undefined) return undefined
  // Another language calls its own.
  const isSame = endingOf(names.places.get(only)?.path) === endingOf(path)
  return isSame ? only : undefined
}

function endingOf(path = ''): string {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  return /^(?:[mc]?[jt]s|[jt]sx)$/u.test(ending) ? 'js' : ending
}
