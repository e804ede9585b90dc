import type { FileFacts, SymbolFact } from '../facts/code-facts.ts'
import { cutLine, type Knowledge, plural, type Section } from './knowledge.ts'

const MAX_MODELS = 10

interface Kind {
  readonly name: string
  /** Surer ones come first. */
  readonly rank: number
  readonly fits: (symbol: SymbolFact, facts: FileFacts, path: string) => boolean
}

const marked = (pattern: RegExp) => (symbol: SymbolFact) =>
  symbol.marks.some((mark) => pattern.test(mark))
const signed = (pattern: RegExp) => (symbol: SymbolFact) => pattern.test(symbol.signature)

/** Classes of Python, by what stands in their brackets. */
const derived = (pattern: RegExp) => (symbol: SymbolFact) => {
  const [head] = /^class \w+\(/u.exec(symbol.signature) ?? []
  return head !== undefined && pattern.test(symbol.signature.slice(head.length))
}

const KINDS: readonly Kind[] = [
  { name: 'table', rank: 0, fits: ({ kind }) => kind === 'table' },
  { name: 'entity', rank: 0, fits: marked(/^(?:\w+\\)*(?:Entity|Table|Document|ORM\\Entity)\b/u) },
  {
    name: 'SQLAlchemy or Django model',
    rank: 0,
    fits: derived(/\b(?:models\.Model|db\.Model|DeclarativeBase|Base|SQLModel)\b/u),
  },
  { name: 'Pydantic model', rank: 1, fits: derived(/\bBaseModel\b/u) },
  {
    name: 'dataclass',
    rank: 1,
    fits: marked(/^(?:dataclasses\.)?dataclass\b|^(?:attr\.s|define)\b/u),
  },
  {
    name: 'record of Rails',
    rank: 0,
    fits: signed(/^class \S+ < (?:ApplicationRecord|ActiveRecord)/u),
  },
  { name: 'model of Laravel', rank: 0, fits: signed(/^(?:final )?class \w+ extends Model\b/u) },
  { name: 'Drizzle table', rank: 0, fits: signed(/=\s*(?:pg|mysql|sqlite)Table\(/u) },
  {
    name: 'Mongoose schema',
    rank: 0,
    fits: signed(/=\s*(?:new )?(?:mongoose\.)?(?:Schema|model)[<(]/u),
  },
  {
    name: 'zod schema',
    rank: 1,
    fits: signed(/=\s*z\s*\.(?:(?:strict|loose)?[oO]bject|discriminatedUnion)\b/u),
  },
  {
    name: 'serialised struct',
    rank: 1,
    fits: (symbol) => symbol.kind === 'struct' && marked(/^derive\(.*Serialize/u)(symbol),
  },
  {
    name: 'record',
    rank: 1,
    fits: ({ kind, signature }) => kind === 'class' && /\brecord\b/u.test(signature),
  },
  {
    name: 'struct',
    rank: 2,
    fits: ({ kind, name }, { language }) =>
      kind === 'struct' && language === 'Go' && /^[A-Z]/u.test(name),
  },
  { name: 'type', rank: 3, fits: isNamedModel },
]

const MODEL_PLACE =
  /(?:^|[/._-])(?:models?|entit(?:y|ies)|schemas?|types?|domain|dto)(?:[/._-]|$)/iu
const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'struct', 'type'])

/** Of types that nothing marks, those whose files say that they are about data. */
function isNamedModel({ kind }: SymbolFact, _facts: FileFacts, path: string): boolean {
  return TYPES.has(kind) && MODEL_PLACE.test(path)
}

/** What data looks like: what is surest first, then what most files import. */
export function describeModels({ code }: Knowledge): Section {
  const uses = countUses(code)
  const found = [...code].flatMap(([path, facts]) =>
    facts.symbols.flatMap((symbol) => {
      const kind = symbol.container === '' ? kindOf(symbol, facts, path) : undefined
      return kind ? [{ kind, symbol, path, uses: uses.get(symbol.name) ?? 0 }] : []
    }),
  )
  found.sort(
    (a, b) =>
      a.kind.rank - b.kind.rank ||
      b.uses - a.uses ||
      (`${a.path} ${a.symbol.line}` < `${b.path} ${b.symbol.line}` ? -1 : 1),
  )
  const lines = found.slice(0, MAX_MODELS).map(({ kind, symbol, path, uses: files }) => {
    const used = files > 0 ? `, imported by ${plural(files, 'file')}` : ''
    return cutLine(`${symbol.name} — ${kind.name}, ${path}:${symbol.line}${used}`)
  })
  const left = found.length - lines.length
  return {
    title: 'Models',
    lines: left > 0 ? [...lines, `and ${plural(left, 'more model')}`] : lines,
    none: 'No schemas, tables or types of data were found.',
  }
}

function kindOf(symbol: SymbolFact, facts: FileFacts, path: string): Kind | undefined {
  return KINDS.find(({ fits }) => fits(symbol, facts, path))
}

/** How many files import something of a name. */
function countUses(code: ReadonlyMap<string, FileFacts>): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const { imports } of code.values()) {
    const names = new Set(imports.flatMap((one) => one.names.map(([imported]) => imported)))
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  return uses
}
