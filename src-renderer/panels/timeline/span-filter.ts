import type { Lane } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'

/** What can be asked for by `kind:`, and how a menu names it. */
export const filterKinds = {
  model: 'Model calls',
  read: 'Reading',
  edit: 'Editing',
  execute: 'Running',
  fetch: 'Fetching',
  wait: 'Waiting for you',
  error: 'Errors',
  retry: 'Attempts after a failure',
  waste: 'Waste',
} as const
export type FilterKind = keyof typeof filterKinds

/** What a span must be to match: one of each list that is not empty, and with every word. */
export interface SpanFilter {
  readonly agents: readonly string[]
  readonly tools: readonly string[]
  readonly kinds: readonly FilterKind[]
  /** In lower case. */
  readonly words: readonly string[]
}

/** What a filter looks at. */
export interface Filtered {
  readonly span: Span
  /** Absent where its agent's is not known. */
  readonly lane: Lane | undefined
  readonly isWaste: boolean
}

const TERM = /(?:(agent|tool|kind):)?(?:"([^"]*)"?|(\S+))/g

interface Term {
  readonly key: 'agent' | 'tool' | 'kind' | 'word'
  readonly value: string
}

/** Reads `kind:error agent:explore tool:grep some words`; `undefined` where nothing is asked for. */
export function parseFilter(text: string): SpanFilter | undefined {
  const terms = [...text.toLowerCase().matchAll(TERM)].map(readTerm).filter(({ value }) => value)
  if (terms.length === 0) return undefined
  const valuesOf = (wanted: Term['key']) =>
    terms.flatMap(({ key, value }) => (key === wanted ? value : []))
  return {
    agents: valuesOf('agent'),
    tools: valuesOf('tool'),
    kinds: valuesOf('kind').filter(isKind),
    words: valuesOf('word'),
  }
}

/** What is no kind is a word like others. */
function readTerm([, key, quoted, plain = '']: RegExpExecArray): Term {
  const value = quoted ?? plain
  if (key === 'agent' || key === 'tool') return { key, value }
  if (key === 'kind' && isKind(value)) return { key, value }
  return { key: 'word', value: key ? `${key}:${value}` : value }
}

function isKind(value: string): value is FilterKind {
  return Object.hasOwn(filterKinds, value)
}

export function matches(filter: SpanFilter, filtered: Filtered): boolean {
  const { agents, tools, kinds, words } = filter
  const { span, lane } = filtered
  const told = `${span.title} ${span.type === 'tool' ? span.name : ''}`.toLowerCase()
  return (
    isAnyOf(kinds, (kind) => isOfKind(filtered, kind)) &&
    isAnyOf(agents, (agent) => lane !== undefined && namesOf(lane).includes(agent)) &&
    isAnyOf(tools, (tool) => span.type === 'tool' && span.name.toLowerCase() === tool) &&
    words.every((word) => told.includes(word))
  )
}

function isAnyOf<T>(wanted: readonly T[], is: (one: T) => boolean): boolean {
  return wanted.length === 0 || wanted.some(is)
}

function namesOf({ type, teammate }: Lane): readonly string[] {
  return [type, ...(teammate ? [teammate] : [])].map((name) => name.toLowerCase())
}

function isOfKind({ span, isWaste }: Filtered, kind: FilterKind): boolean {
  switch (kind) {
    case 'model':
    case 'wait':
      return span.type === kind
    case 'error':
      return span.outcome === 'error'
    case 'retry':
      return span.type === 'model' && span.attempt > 1
    case 'waste':
      return isWaste
    default:
      return span.type === 'tool' && span.effect === kind
  }
}

/** A term as it is written in a filter. */
export function termOf(key: 'agent' | 'tool' | 'kind', value: string): string {
  return `${key}:${/\s/.test(value) ? `"${value}"` : value}`
}

export function hasTerm(text: string, term: string): boolean {
  return termsOf(text).includes(term.toLowerCase())
}

/** The filter with the term, or without it where it had it. */
export function toggleTerm(text: string, term: string): string {
  const rest = [...text.matchAll(TERM)].map(([written]) => written)
  const without = rest.filter((written) => written.toLowerCase() !== term.toLowerCase())
  return (without.length < rest.length ? without : [...rest, term]).join(' ')
}

function termsOf(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(TERM)].map(([written]) => written)
}
