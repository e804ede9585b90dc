import { createHash } from 'node:crypto'
import { diffLines } from 'diff'
import type { AllowRule } from '#shared/events/approval.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import { formatServerClaims, type McpClaim } from '#shared/mcp/mcp-claims.ts'
import type { DefinitionText } from '../store/tables/rules.ts'

/** A tool as its MCP server describes it: what a person goes by who allows it. */
export interface ToolDefinition {
  readonly title?: string
  readonly description: string
  /** As the server sent it. */
  readonly inputSchema: unknown
  readonly claims: readonly McpClaim[]
}

/** Longer texts are stored cut; their digest is that of the whole. */
const MAX_TEXT_CHARS = 64 * 1024

/** `undefined` for a schema that can't be written, which no permission covers. */
export function describeDefinition(definition: ToolDefinition): DefinitionText | undefined {
  const { title, description, claims } = definition
  const schema = toCanonicalJson(definition.inputSchema)
  if (schema === undefined) return undefined
  const about = title === undefined && claims.length === 0 ? [] : [formatClaims(title, claims)]
  const text = [...about, description.trim(), '', 'Input schema:', schema].join('\n')
  return {
    digest: createHash('sha256').update(text).digest('hex'),
    text: takeStart(text, MAX_TEXT_CHARS),
  }
}

function formatClaims(title: string | undefined, claims: readonly McpClaim[]): string {
  return formatServerClaims({ ...(title !== undefined && { title }), claims: [...claims] })
}

/** The same for values that differ in the order of their keys alone. */
function toCanonicalJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(sortKeys(value, { left: MAX_NODES }), undefined, 2) ?? 'none'
  } catch (error) {
    // It is too large, or nested too deeply.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Beyond these, comparing a schema would hold the thread. */
const MAX_NODES = 20_000

function sortKeys(value: unknown, nodes: { left: number }): unknown {
  nodes.left -= 1
  if (nodes.left < 0) throw new RangeError('The schema is too large.')
  if (Array.isArray(value)) return value.map((each) => sortKeys(each, nodes))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, sortKeys(each, nodes)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const CONTEXT_LINES = 2
const MAX_LINES = 60
const MAX_LINE_CHARS = 400

/**
 * Compares two definitions line by line. Each line begins with `+`, `-` or a space; unchanged lines far from a change
 * are left out.
 */
export function compareDefinitions(before: string, after: string): readonly string[] {
  const parts = diffLines(before, after, { timeout: 200 }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  const lines = parts.flatMap(({ value, added, removed }, index) => {
    const sign = added ? '+' : removed ? '-' : ' '
    const all = value.replace(/\n$/u, '').split('\n')
    const shown = sign === ' ' ? nearChange(all, index === 0, index === parts.length - 1) : all
    return shown.map((line) => sign + line)
  })
  const cut = lines.slice(0, MAX_LINES).map((line) => takeStart(line, MAX_LINE_CHARS))
  return lines.length > MAX_LINES ? [...cut, ` … ${lines.length - MAX_LINES} more lines`] : cut
}

function nearChange(
  lines: readonly string[],
  isFirst: boolean,
  isLast: boolean,
): readonly string[] {
  const start = isFirst ? [] : lines.slice(0, CONTEXT_LINES)
  const end = isLast ? [] : lines.slice(-CONTEXT_LINES)
  return start.length + end.length >= lines.length ? lines : [...start, '…', ...end]
}

/** A permission's own definition: the one that a person allowed. */
type FindAllowed = (rule: AllowRule) => DefinitionText | undefined

export interface CurrentRules {
  /** Rules that cover the tool as it is now. */
  readonly allowing: readonly AllowRule[]
  /** What the latest of the others covers. */
  readonly changedFrom?: DefinitionText
}

/** Leaves out rules for an MCP tool that was allowed with another definition, or whose definition isn't known. */
export function findCurrentRules(
  rules: readonly AllowRule[],
  name: string,
  current: DefinitionText | undefined,
  findAllowed: FindAllowed,
): CurrentRules {
  const isCurrent = (rule: AllowRule) =>
    current !== undefined && findAllowed(rule)?.digest === current.digest
  const allowing = rules.filter((rule) => rule.tool !== name || isCurrent(rule))
  const others = rules.filter((rule) => !allowing.includes(rule))
  const changedFrom = others.flatMap((rule) => findAllowed(rule) ?? []).at(-1)
  return changedFrom ? { allowing, changedFrom } : { allowing }
}
