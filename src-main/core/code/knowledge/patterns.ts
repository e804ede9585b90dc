import type { SymbolFact } from '../facts/code-facts.ts'
import { frameworksOf } from './endpoints.ts'
import { type Knowledge, plural, type Section } from './knowledge.ts'
import { findLayers } from './overview.ts'

const MAX_PATTERNS = 5
const MAX_EVIDENCE = 4

interface Evidence {
  readonly places: readonly string[]
  /** Between 0 and 1. */
  readonly confidence: number
  readonly words: string
}

/** What the code seems to be built by, the surest first, each with where one sees it. */
export function describePatterns(knowledge: Knowledge): Section {
  const found = DETECTORS.flatMap(({ name, find }) => {
    const evidence = find(knowledge)
    return evidence ? [{ name, ...evidence }] : []
  })
  found.sort((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
  const lines = found
    .slice(0, MAX_PATTERNS)
    .flatMap(({ name, confidence, words, places }) => [
      `${name} (confidence ${confidence.toFixed(2)}): ${words}`,
      `  ${places.slice(0, MAX_EVIDENCE).join(', ')}`,
    ])
  return { title: 'Patterns', lines, none: 'No pattern shows clearly enough to be named.' }
}

interface Detector {
  readonly name: string
  readonly find: (knowledge: Knowledge) => Evidence | undefined
}

const DETECTORS: readonly Detector[] = [
  { name: 'Layers', find: findLayering },
  { name: 'Interface with several implementations', find: findImplementations },
  {
    name: 'Repository',
    find: byName(/(?:Repository|Dao|Repo)$/u, 'classes that keep and find data'),
  },
  { name: 'Service layer', find: byName(/Service(?:Impl)?$/u, 'classes named for a service') },
  { name: 'Controllers', find: byName(/Controller$/u, 'classes that answer requests') },
  {
    name: 'Factory',
    find: byName(
      /Factory$|^(?:create|make)_?[A-Z]\w+$|^New[A-Z]\w+$/u,
      'functions or classes that make others',
      6,
    ),
  },
  {
    name: 'Dependency injection',
    find: byMark(
      /^(?:Injectable|Inject|Autowired|Component|Service|Module)\b/u,
      'marks by which parts are given to others',
    ),
  },
  {
    name: 'Events',
    find: byName(
      /(?:Emitter|EventBus|Listener|Observer|Subscriber|Dispatcher)$/u,
      'parts that tell others what happened',
    ),
  },
  {
    name: 'Commands and handlers',
    find: byName(
      /(?:Command|CommandHandler|Handler|Handlers)$/u,
      'parts that each do one thing that is asked for',
      4,
    ),
  },
  {
    name: 'Adapters',
    find: byName(
      /(?:Adapter|Gateway|Driver|Provider)$/u,
      'parts that stand before something outside',
    ),
  },
  { name: 'React components and hooks', find: findComponents },
  { name: 'Registry', find: findRegistries },
  { name: 'Workers', find: findWorkers },
  {
    name: 'State by folding',
    find: byName(
      /[rR]educer$|[pP]rojection$|^defineProjection$|^createSlice$/u,
      'states made of what happened',
    ),
  },
  { name: 'Web framework', find: findFrameworks },
]

/** The more of them, the surer; never certain: they are names. */
function sure(amount: number, from: number): number {
  return Math.min(0.95, 0.5 + 0.05 * (amount - from + 1))
}

const NAMED_KINDS: ReadonlySet<string> = new Set([
  'class',
  'interface',
  'struct',
  'function',
  'trait',
])

function byName(pattern: RegExp, words: string, atLeast = 2): Detector['find'] {
  return ({ code }) => {
    const places = [...code].flatMap(([path, { symbols }]) =>
      symbols.flatMap(({ name, kind, line }) =>
        NAMED_KINDS.has(kind) && pattern.test(name) ? [`${name} ${path}:${line}`] : [],
      ),
    )
    if (places.length < atLeast) return undefined
    return { places, confidence: sure(places.length, atLeast), words: `${places.length} ${words}` }
  }
}

function byMark(pattern: RegExp, words: string): Detector['find'] {
  return ({ code }) => {
    const places = [...code].flatMap(([path, { symbols }]) =>
      symbols.flatMap(({ name, line, marks }) =>
        marks.some((mark) => pattern.test(mark)) ? [`${name} ${path}:${line}`] : [],
      ),
    )
    if (places.length < 2) return undefined
    return { places, confidence: sure(places.length, 0), words: `${places.length} ${words}` }
  }
}

/** Parts of which nearly all imports go one way. */
function findLayering(knowledge: Knowledge): Evidence | undefined {
  const { parts, edges } = findLayers(knowledge)
  const total = edges.reduce((sum, { imports }) => sum + imports, 0)
  if (parts.length < 3 || total < 10) return undefined
  const back = edges.reduce((sum, { imports, back }) => sum + Math.min(imports, back) / 2, 0)
  const confidence = Math.min(0.95, 1 - (2 * back) / total)
  if (confidence < 0.6) return undefined
  const places = edges.map(({ from, to, imports }) => `${from} → ${to} ${imports}`)
  const words = `${plural(parts.length, 'part')}, ${Math.round((100 * (total - back)) / total)} % of the imports between them go one way`
  return { places, confidence, words }
}

/** `class A implements B`, `class A : B`: where B is an interface of the project. */
function findImplementations({ code }: Knowledge): Evidence | undefined {
  const symbols = [...code].flatMap(([path, facts]) => facts.symbols.map((one) => ({ path, one })))
  const isInterface = ({ one }: (typeof symbols)[number]) => INTERFACES.has(one.kind)
  const interfaces = new Set(symbols.filter(isInterface).map(({ one }) => one.name))
  const implementing = new Map<string, string[]>()
  for (const { path, one } of symbols) {
    for (const base of one.kind === 'class' ? basesOf(one) : []) {
      if (!interfaces.has(base)) continue
      const known = implementing.get(base) ?? []
      implementing.set(base, [...known, `${one.name} ${path}:${one.line}`])
    }
  }
  const several = [...implementing].filter(([, classes]) => classes.length > 1)
  several.sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
  const [most] = several
  if (!most) return undefined
  const words = `${plural(several.length, 'interface')}, ${most[0]} with ${most[1].length} classes`
  return { places: most[1], confidence: sure(most[1].length + several.length, 1), words }
}

const INTERFACES: ReadonlySet<string> = new Set(['interface', 'trait'])

function basesOf({ signature }: SymbolFact): readonly string[] {
  const [, implemented, derived] = /\bimplements ([^{]*)|\w\s*:\s*([^{]*)/u.exec(signature) ?? []
  return (implemented ?? derived ?? '').match(/[A-Za-z_]\w*/gu) ?? []
}

function findComponents({ code, imports }: Knowledge): Evidence | undefined {
  if (!imports.packages.has('react')) return undefined
  const places = [...code].flatMap(([path, { symbols }]) =>
    symbols.flatMap(({ name, kind, line, container }) => {
      const isComponent = /\.[jt]sx$/u.test(path) && /^[A-Z][a-z]/u.test(name)
      const isHook = /^use[A-Z]/u.test(name)
      const isOne = kind === 'function' && container === '' && (isComponent || isHook)
      return isOne ? [`${name} ${path}:${line}`] : []
    }),
  )
  if (places.length < 2) return undefined
  const words = plural(places.length, 'component or hook')
  return { places, confidence: sure(places.length, -2), words: words.replace(/hooks$/u, 'hooks') }
}

/** An index that imports most of what lies beside it, to list it. */
function findRegistries({ code, imports }: Knowledge): Evidence | undefined {
  const places = [...code.keys()].flatMap((path) => {
    if (!/(?:^|\/)(?:index|registry|__init__)\.\w+$/u.test(path)) return []
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const beside = (imports.imports.get(path) ?? []).filter((one) => one.startsWith(folder))
    return beside.length >= 4 ? [`${path} lists ${beside.length}`] : []
  })
  if (places.length === 0) return undefined
  const words = `${plural(places.length, 'file')} that list what lies beside them`
  return { places, confidence: sure(places.length, 0), words }
}

function findWorkers({ code }: Knowledge): Evidence | undefined {
  const places = [...code.keys()].filter((path) => /[._-]worker\.\w+$/u.test(path))
  if (places.length < 2) return undefined
  return { places, confidence: sure(places.length, 0), words: plural(places.length, 'worker') }
}

function findFrameworks({ code }: Knowledge): Evidence | undefined {
  const found = [...code].flatMap(([path, facts]) =>
    frameworksOf(facts).map((name) => ({ name, path })),
  )
  const names = [...new Set(found.map(({ name }) => name))].sort()
  if (names.length === 0) return undefined
  const places = found.map(({ name, path }) => `${name} ${path}`)
  return { places, confidence: 0.9, words: names.join(', ') }
}
