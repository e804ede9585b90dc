import type { Work } from './work.ts'

/** One node of a command's syntax, as plain data: offsets are into the text that was parsed. */
export interface Syntax {
  readonly type: string
  readonly field: string | undefined
  readonly start: number
  readonly end: number
  readonly isNamed: boolean
  /** The grammar could not make sense of it, or of something in it. */
  readonly isBroken: boolean
  readonly children: readonly Syntax[]
}

/** Charges `work`. Returns `undefined` for a text that is too large or too complex to parse. */
export type Parse = (text: string, work: Work) => Syntax | undefined

/** Those the grammar names so, in order. */
export function childrenIn(node: Syntax, field: string): readonly Syntax[] {
  return node.children.filter((child) => child.field === field)
}

/** The first of a type, where there is one. */
export function childOf(node: Syntax, type: string): Syntax | undefined {
  return node.children.find((child) => child.type === type)
}

/** All of a type, in order. */
export function childrenOfType(node: Syntax, type: string): readonly Syntax[] {
  return node.children.filter((child) => child.type === type)
}

const EXPANDED: ReadonlySet<string> = new Set([
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'expansion',
])

/** Commands that are substituted, outside of functions and of each other. */
export function findSubstitutions(node: Syntax): readonly Syntax[] {
  if (node.type === 'function_definition') return []
  if (SUBSTITUTED.has(node.type)) return [node]
  return node.children.flatMap(findSubstitutions)
}

const SUBSTITUTED: ReadonlySet<string> = new Set(['command_substitution', 'process_substitution'])

/** Where each `$(…)`, `` `…` ``, `<(…)`, `${…}` and `$((…))` that begins at an offset ends. */
export function extentsOf(node: Syntax, extents = new Map<number, number>()): Map<number, number> {
  if (EXPANDED.has(node.type) && !extents.has(node.start)) extents.set(node.start, node.end)
  for (const child of node.children) extentsOf(child, extents)
  return extents
}
