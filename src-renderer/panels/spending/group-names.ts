import type { Project } from '#shared/contract/projects.ts'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { Dimension, SpendingFilter } from '#shared/spending/spending-query.ts'
import { ANSWER } from '#shared/spending/spending-sums.ts'

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
