import type { ProjectId } from '#shared/lib/ids.ts'
import type { SkillSettings } from '#shared/settings/settings.ts'

/** The skills that are off in a project. */
export function skillsOff({ byProject }: SkillSettings, projectId: ProjectId): ReadonlySet<string> {
  return new Set(byProject[projectId]?.off)
}

interface SkillSwitch {
  readonly projectId: ProjectId
  readonly name: string
  readonly isOn: boolean
}

/** The switches after one was turned. */
export function turnSkill(
  { byProject }: SkillSettings,
  { projectId, name, isOn }: SkillSwitch,
): SkillSettings {
  const others = (byProject[projectId]?.off ?? []).filter((one) => one !== name)
  const off = isOn ? others : [...others, name].toSorted()
  return { byProject: { ...byProject, [projectId]: { off } } }
}
