import type { AgentList } from '#shared/contract/procedures/agents.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import type { Delegation, SkillSettings } from '#shared/settings/settings.ts'
import { formatToolAccess } from '../../permissions/tool-access.ts'
import { readSkills } from '../skills/skill-catalogue.ts'
import { skillsOff } from '../skills/skill-switches.ts'
import { typesOff, whatStopsDelegation } from './agent-switches.ts'
import { type CataloguedType, type CatalogueOptions, readCatalogue } from './catalogue.ts'

interface AgentListOptions extends CatalogueOptions {
  readonly delegation: Delegation
  readonly skills: SkillSettings
  /** Absent: what every project has. */
  readonly projectId?: ProjectId | undefined
}

/** Every definition as a person sees it, with its switch. */
export async function listAgents(options: AgentListOptions): Promise<AgentList> {
  const { delegation, projectId } = options
  const [{ types, malformed }, list] = await Promise.all([
    readCatalogue(options),
    readSkills(options),
  ])
  const skillsThere = list.skills.map(({ name }) => name)
  const off = projectId === undefined ? new Set<string>() : typesOff(delegation, projectId)
  const offSkills =
    projectId === undefined ? new Set<string>() : skillsOff(options.skills, projectId)
  const here = { ...delegation, isOn: true }
  const isOnHere = projectId === undefined || whatStopsDelegation(here, projectId) === undefined
  return {
    delegation: { isOnEverywhere: delegation.isOn, isOnHere },
    definitions: types.map((type) => ({
      ...describe(type, !off.has(type.name)),
      problems: [...type.problems, ...skillProblems(type, { there: skillsThere, off: offSkills })],
    })),
    malformed: [...malformed],
  }
}

function describe(
  type: CataloguedType,
  isOn: boolean,
): Omit<AgentList['definitions'][number], 'problems'> {
  const { name, description, source, path, toolAccess, model, maxTurns } = type
  return {
    name,
    description,
    source,
    path,
    ...(toolAccess && { tools: toolAccess.map(formatToolAccess) }),
    model,
    ...(maxTurns !== undefined && { maxTurns }),
    skills: [...type.skills],
    isOn,
    shadows: [...type.shadows],
  }
}

/** What keeps subagents of a type from a skill that its definition names. */
function skillProblems(
  { skills, toolAccess }: CataloguedType,
  { there, off }: { readonly there: readonly string[]; readonly off: ReadonlySet<string> },
): string[] {
  const canRead = !toolAccess || toolAccess.some(({ name }) => name === 'read_file')
  const unread =
    skills.length > 0 && !canRead ? ['It has skills and can’t read them: give it read_file.'] : []
  const missing = skills.flatMap((name) => {
    if (!there.includes(name)) return [`There is no skill "${name}".`]
    return off.has(name) ? [`The skill "${name}" is switched off in this project.`] : []
  })
  return [...unread, ...missing]
}
