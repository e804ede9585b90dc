import type { SkillList } from '#shared/contract/procedures/agents.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import type { SkillSettings } from '#shared/settings/settings.ts'
import { type CataloguedSkill, readSkills, type SkillCatalogueOptions } from './skill-catalogue.ts'
import { skillsOff } from './skill-switches.ts'

interface SkillListOptions extends SkillCatalogueOptions {
  readonly settings: SkillSettings
  /** Absent: what every project has. */
  readonly projectId?: ProjectId | undefined
}

/** Every skill as a person sees it, with its switch. */
export async function listSkills(options: SkillListOptions): Promise<SkillList> {
  const { settings, projectId } = options
  const { skills, malformed } = await readSkills(options)
  const off = projectId === undefined ? new Set<string>() : skillsOff(settings, projectId)
  return {
    skills: skills.map((skill) => describe(skill, !off.has(skill.name))),
    malformed: [...malformed],
  }
}

function describe(skill: CataloguedSkill, isOn: boolean): SkillList['skills'][number] {
  const { allowedTools, metadata, shadows } = skill
  return {
    ...skill,
    isOn,
    metadata: metadata && { ...metadata },
    allowedTools: allowedTools && [...allowedTools],
    shadows: [...shadows],
  }
}
