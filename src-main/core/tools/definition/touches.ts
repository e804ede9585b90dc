import { type AgentPath, isWithin } from '../../workspace/paths/agent-path.ts'
import { type Args, filesOf, type Tool } from './define-tool.ts'

/**
 * Something that a call reads or changes: a path with everything below it, or a resource by name, such as
 * `terminals`. `*` is all there is.
 */
export type Scope = AgentPath

/** What a call reads and changes, as far as that orders the calls of one answer. */
export interface Touches {
  readonly reads?: readonly Scope[]
  readonly changes?: readonly Scope[]
}

/** Every file on disk and every document. */
export const ALL_FILES: Scope = '/'
export const EVERYTHING: Scope = '*'

export const NOTHING_TOUCHED: Touches = {}

/**
 * Returns what a call touches. If its tool doesn't define that, it depends on the effect: the files that the
 * call names, all files if a reading call names none, or else everything.
 */
export function touchesOf(tool: Tool, args: Args): Touches {
  const { reads = [], changes = [] } = tool.touches?.(args) ?? touchesByEffect(tool, args)
  return { reads: reads.map(toComparable), changes: changes.map(toComparable) }
}

function touchesByEffect(tool: Tool, args: Args): Touches {
  const files = filesOf(tool, args)
  switch (tool.effect) {
    case 'read':
      return { reads: files.length > 0 ? files : [ALL_FILES] }
    case 'edit':
      return { changes: files.length > 0 ? files : [EVERYTHING] }
    case 'execute':
      return { changes: [EVERYTHING] }
    case 'fetch':
      return NOTHING_TOUCHED
  }
}

/**
 * Whether a call has to wait for an earlier one of the same answer: it touches what that changes, or
 * changes what that reads.
 */
export function dependsOn(later: Touches, earlier: Touches): boolean {
  const { reads = [], changes = [] } = later
  const changedBefore = earlier.changes ?? []
  const touchedBefore = [...(earlier.reads ?? []), ...changedBefore]
  return overlap([...reads, ...changes], changedBefore) || overlap(changes, touchedBefore)
}

function overlap(some: readonly Scope[], others: readonly Scope[]): boolean {
  return some.some((one) => others.some((other) => meet(one, other)))
}

function meet(one: Scope, other: Scope): boolean {
  if (one === EVERYTHING || other === EVERYTHING) return true
  if (!one.startsWith('/') || !other.startsWith('/')) return one === other
  return isWithin(one, other) || isWithin(other, one)
}

/** Some file systems take names for the same that differ in case or in how letters are composed. */
export function toComparable(scope: Scope): Scope {
  if (!scope.startsWith('/')) return scope
  const parts = scope.split('/').filter((part) => part !== '' && part !== '.')
  const path = `/${parts.join('/')}`.normalize('NFC').toLowerCase()
  // What is ignored decides about its whole folder.
  return /\/\.(?:git)?ignore$/.test(path) ? path.slice(0, path.lastIndexOf('/')) || '/' : path
}
