import type { ToolAccess } from '../../permissions/tool-access.ts'
import {
  type CataloguedType,
  type CatalogueOptions,
  type MalformedDefinition,
  readDefinitions,
} from '../subagents/catalogue.ts'

/** Who can be asked to review: a definition as a subagent type has one, that can do nothing but read. */
export interface Reviewer extends CataloguedType {
  readonly toolAccess: readonly ToolAccess[]
}

interface Reviewers {
  /** By name. */
  readonly reviewers: readonly Reviewer[]
  readonly malformed: readonly MalformedDefinition[]
}

/** With these one looks around a change. No tool that changes, runs or fetches is among them. */
const LOOKING_AROUND: readonly ToolAccess[] = [
  ...['ls', 'read_file', 'glob', 'grep', 'search_symbols', 'get_diagnostics'].map((name) => ({
    name,
  })),
  { name: 'git', isReading: true },
]

/** Those of MCP servers can do anything: whoever reviews has none of them. */
export const NO_MCP: ToolAccess = { name: 'mcp__*', isDenied: true }

/** Reads all there are for a project. Those of the project beat the person's, and these ours. */
export async function readReviewers(options: CatalogueOptions): Promise<Reviewers> {
  const places = { folders: ['.orrery/reviewers'], own: 'reviewers' }
  const { types, malformed } = await readDefinitions(options, places)
  return { reviewers: types.map(toReviewer), malformed }
}

/** What a definition names narrows what it has to look around with, and never widens it. */
function toReviewer(type: CataloguedType): Reviewer {
  const asked = type.toolAccess
  const given = asked ? LOOKING_AROUND.flatMap((access) => narrowed(access, asked)) : LOOKING_AROUND
  return {
    ...type,
    toolAccess: [...given, { name: 'read_diff' }, { name: 'submit_findings' }, NO_MCP],
    problems: [...type.problems, ...goesWithout(asked ?? [])],
  }
}

function narrowed(access: ToolAccess, asked: readonly ToolAccess[]): readonly ToolAccess[] {
  const own = asked.find(({ name }) => name === access.name)
  return own ? [{ ...own, ...access }] : []
}

function goesWithout(asked: readonly ToolAccess[]): readonly string[] {
  const others = asked.filter(({ name }) => !LOOKING_AROUND.some((one) => one.name === name))
  const names = others.filter(({ isDenied }) => !isDenied).map(({ name }) => name)
  // A definition that only takes tools away comes with all the others: nobody asked for those.
  if (names.length === 0 || names.length > LOOKING_AROUND.length) return []
  return [`A reviewer only reads: it goes without ${names.join(', ')}.`]
}
