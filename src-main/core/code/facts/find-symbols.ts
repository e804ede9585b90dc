import type { FileFacts, SymbolFact, SymbolKind } from './code-facts.ts'

export interface SymbolQuery {
  /** A name or a part of it; `Type.member` where only that type's is meant. */
  readonly query: string
  readonly kind?: SymbolKind | undefined
  /** A file or a folder below the root; `''`: all of it. */
  readonly path: string
  readonly limit: number
}

export interface FoundSymbol extends SymbolFact {
  readonly path: string
}

export interface FoundSymbols {
  /** The best first. */
  readonly symbols: readonly FoundSymbol[]
  /** How many there are in all. */
  readonly total: number
}

/** What a query finds: exact names first, then beginnings, parts, and letters in that order. */
export function findSymbols(
  files: ReadonlyMap<string, FileFacts>,
  { query, kind, path, limit }: SymbolQuery,
): FoundSymbols {
  const asked = toAsked(query)
  const found: { readonly symbol: FoundSymbol; readonly score: number }[] = []
  for (const [file, { symbols }] of files) {
    if (path !== '' && file !== path && !file.startsWith(`${path}/`)) continue
    for (const symbol of symbols) {
      if (kind !== undefined && symbol.kind !== kind) continue
      const score = scoreOf(symbol, asked)
      if (score !== undefined) found.push({ symbol: { ...symbol, path: file }, score })
    }
  }
  found.sort((a, b) => a.score - b.score || compare(a.symbol, b.symbol))
  return { symbols: found.slice(0, limit).map(({ symbol }) => symbol), total: found.length }
}

interface Asked {
  readonly name: string
  readonly small: string
  /** In small letters; `undefined`: whichever it is in. */
  readonly container: string | undefined
}

function toAsked(query: string): Asked {
  const parts = query
    .trim()
    .split(/::|[.#/]/u)
    .filter(Boolean)
  const name = parts.pop() ?? ''
  const container = parts.length > 0 ? parts.join('.').toLowerCase() : undefined
  return { name, small: name.toLowerCase(), container }
}

/** The less, the better; `undefined`: it is another. */
function scoreOf({ name, container }: SymbolFact, asked: Asked): number | undefined {
  if (asked.container !== undefined && !isIn(container, asked.container)) return undefined
  return scoreOfName(name, asked)
}

function isIn(container: string, asked: string): boolean {
  const small = container.toLowerCase()
  return small === asked || small.endsWith(`.${asked}`)
}

/** How well a name fits what was asked for: 0 is best, `undefined` not at all. */
export function scoreOfName(
  name: string,
  { name: asked, small: askedSmall }: Pick<Asked, 'name' | 'small'>,
): number | undefined {
  if (name === asked) return 0
  const small = name.toLowerCase()
  if (small === askedSmall) return 1
  if (small.startsWith(askedSmall)) return 2
  const at = small.indexOf(askedSmall)
  if (at > 0) return isWordStart(name, at) ? 3 : 4
  return isSubsequence(small, askedSmall) ? 5 : undefined
}

function isWordStart(name: string, at: number): boolean {
  const sign = name[at] ?? ''
  return /[_$-]/u.test(name[at - 1] ?? '') || (sign >= 'A' && sign <= 'Z')
}

/** One letter alone is in every name. */
function isSubsequence(name: string, asked: string): boolean {
  if (asked.length < 2) return asked === ''
  let at = -1
  for (const letter of asked) {
    at = name.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}

function compare(a: FoundSymbol, b: FoundSymbol): number {
  if (a.name.length !== b.name.length) return a.name.length - b.name.length
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line
}
