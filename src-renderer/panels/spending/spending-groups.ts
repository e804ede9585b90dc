import type { Project } from '#shared/contract/procedures/projects.ts'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { Dimension, SpendingFilter, type SpendingReport } from '#shared/spending/spending-query.ts'
import { ANSWER } from '#shared/spending/spending-sums.ts'
import { HUES, hueOf, hueOfType } from '../../session/agents/agent-colors.ts'

/** What a dimension is called where one of several is chosen. */
export const dimensionNames: Readonly<Record<Dimension, string>> = {
  type: 'subagent type',
  model: 'model',
  provider: 'provider',
  tool: 'tool',
  project: 'project',
  session: 'session',
}

/** The field of a filter that lets one group of a dimension through. */
export function filterFor(by: Dimension, key: string): SpendingFilter {
  const field = by === 'project' ? 'projectId' : by === 'session' ? 'sessionId' : by
  return SpendingFilter.parse({ [field]: key })
}

/** What a filter lets through, one dimension after the other. */
export function chosenIn(where: SpendingFilter): readonly (readonly [Dimension, string])[] {
  const chosen = { ...where, project: where.projectId, session: where.sessionId }
  return Dimension.options.flatMap((by) => {
    const key = chosen[by]
    return key === undefined ? [] : [[by, key] as const]
  })
}

/** A filter that asks of one dimension no more. */
export function withoutChoice(where: SpendingFilter, by: Dimension): SpendingFilter {
  const rest = chosenIn(where).filter(([one]) => one !== by)
  return Object.assign({}, ...rest.map(([one, key]) => filterFor(one, key)))
}

interface Known {
  readonly projects: readonly Project[]
  readonly sessions: readonly SessionSummary[]
}

/** What a group is called. */
export function nameGroup(by: Dimension, key: string, { projects, sessions }: Known): string {
  if (by === 'session') return sessions.find(({ id }) => id === key)?.title ?? 'A deleted session'
  if (by === 'project') return nameProject(key, { projects, sessions })
  if (by === 'tool') return key === ANSWER ? 'answers without a tool' : key
  // What was deleted before its calls were told apart is known by the month alone.
  return key === '' || key === ':' ? 'deleted sessions' : key
}

function nameProject(key: string, { projects, sessions }: Known): string {
  const known = projects.find(({ id }) => id === key)?.name
  return known ?? sessions.find(({ projectId }) => projectId === key)?.projectName ?? 'A project'
}

/** The colour of what is not told apart. */
export const OTHERS_HUE = 'var(--text-3)'

/**
 * Those that are told bar by bar have a colour each, what cost most first, and subagent types the one
 * of their agents, unless a dearer one has it; the rest share one.
 */
export function hueOfGroup(by: Dimension, { groups }: SpendingReport, key: string): string {
  const told = groups.filter(({ stretches }) => stretches).map((group) => group.key)
  if (!told.includes(key)) return OTHERS_HUE
  if (by === 'type') return huesOfTypes(told).get(key) ?? OTHERS_HUE
  return hueOf(groups.findIndex((group) => group.key === key) + 1)
}

/** Whoever finds its colour taken has one that is free, as long as there is one. */
function huesOfTypes(types: readonly string[]): ReadonlyMap<string, string> {
  const holders = new Map<string, string>()
  for (const type of types) {
    const hue = hueOfType(type)
    if (type !== '' && !holders.has(hue)) holders.set(hue, type)
  }
  const hues = new Map([...holders].map(([hue, type]) => [type, hue]))
  const free = Array.from({ length: HUES }, (_, index) => hueOf(index + 1)).filter(
    (hue) => !holders.has(hue),
  )
  for (const type of types) {
    if (!hues.has(type)) hues.set(type, free.shift() ?? hueOfType(type))
  }
  return hues
}
