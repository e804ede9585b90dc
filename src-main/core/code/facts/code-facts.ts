export const SYMBOL_KINDS = [
  'class',
  'interface',
  'struct',
  'trait',
  'enum',
  'type',
  'function',
  'method',
  'constant',
  'variable',
  'module',
  'macro',
  'table',
] as const
export type SymbolKind = (typeof SYMBOL_KINDS)[number]

/** Something with a name that a file defines. */
export interface SymbolFact {
  readonly name: string
  readonly kind: SymbolKind
  /** What it is defined in, outermost first with dots between; `''`: the file. */
  readonly container: string
  /** From 1. */
  readonly line: number
  readonly endLine: number
  /** The line it begins on, with its brackets closed. */
  readonly signature: string
  /** Its decorators, annotations or attributes, as written but for their sign. */
  readonly marks: readonly string[]
}

export interface ImportFact {
  /** As it is written. */
  readonly from: string
  /** What of it, and how the file calls that; `*`: all of it. */
  readonly names: readonly (readonly [imported: string, local: string])[]
  readonly line: number
}

/** That something calls a name: where in the file is not kept, nor how often. */
export interface CallFact {
  readonly name: string
  /** What the name is asked of; `''`: nothing. */
  readonly receiver: string
  /** The symbol whose body it stands in, by its place in the file's list; -1: none. */
  readonly owner: number
}

/** A call that may say what a program is, by its name or its first argument. */
export interface NoteFact extends CallFact {
  /** What it is called with, as written, cut. */
  readonly args: string
  readonly line: number
}

/** What a file says by its syntax alone. */
export interface FileFacts {
  readonly language: string
  readonly lines: number
  readonly symbols: readonly SymbolFact[]
  readonly imports: readonly ImportFact[]
  readonly calls: readonly CallFact[]
  readonly notes: readonly NoteFact[]
}

/** What can be asked of a project's architecture. */
export const TOPICS = [
  'overview',
  'patterns',
  'call_graph',
  'middleware',
  'endpoints',
  'models',
  'all',
] as const
export type Topic = (typeof TOPICS)[number]
