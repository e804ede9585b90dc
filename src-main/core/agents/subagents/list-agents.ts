import type { AgentList } from '#shared/contract/agents.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Delegation } from '#shared/settings.ts'
import { formatGrant } from '../../policy/grants.ts'
import { type CataloguedType, type CatalogueOptions, readCatalogue } from './catalogue.ts'
import { typesOff, whatStopsDelegation } from './switches.ts'

export interface AgentListOptions extends CatalogueOptions {
  readonly delegation: Delegation
  /** Absent: what every project has. */
  readonly projectId?: ProjectId | undefined
}

/** Every definition as a person sees it, with its switch. */
export async function listAgents(options: AgentListOptions): Promise<AgentList> {
  const { delegation, projectId } = options
  const { types, malformed } = await readCatalogue(options)
  const off = projectId === undefined ? new Set<string>() : typesOff(delegation, projectId)
  const here = { ...delegation, isOn: true }
  const isOnHere = projectId === undefined || whatStopsDelegation(here, projectId) === undefined
  return {
    delegation: { isOnEverywhere: delegation.isOn, isOnHere },
    definitions: types.map((type) => describe(type, !off.has(type.name))),
    malformed: [...malformed],
  }
}

function describe(type: CataloguedType, isOn: boolean): AgentList['definitions'][number] {
  const { name, description, source, path, grants, model, maxTurns } = type
  return {
    name,
    description,
    source,
    path,
    ...(grants && { tools: grants.map(formatGrant) }),
    model,
    ...(maxTurns !== undefined && { maxTurns }),
    skills: [...type.skills],
    isOn,
    shadows: [...type.shadows],
    problems: [...type.problems],
  }
}
