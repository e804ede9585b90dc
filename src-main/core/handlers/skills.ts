import type { SkillList, skills } from '#shared/contract/procedures/agents.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { listSkills } from '../agents/skills/list-skills.ts'
import { skillsOff, turnSkill } from '../agents/skills/skill-switches.ts'
import { getProject } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'

export function skillHandlers(parts: Parts): Handlers<typeof skills> {
  const { store, changes } = parts
  return {
    'skills.list': ({ projectId }) => list(parts, projectId),
    'skills.switch': async (turned) => {
      await checkName(parts, turned.projectId, turned.name)
      await store.settings.edit(({ skills }) => ({ skills: turnSkill(skills, turned) }))
      changes.fire({ topic: 'skills', projectId: turned.projectId })
      return {}
    },
  }
}

function list({ store, homeDir }: Parts, projectId: ProjectId | undefined): Promise<SkillList> {
  const root = projectId && getProject(store, projectId).path
  return listSkills({ homeDir, root, projectId, settings: store.settings.read().skills })
}

/** What is switched off already may have gone from the disk since: that can be taken back. */
async function checkName(parts: Parts, projectId: ProjectId, name: string): Promise<void> {
  const { skills } = await list(parts, projectId)
  const names = skills.map((one) => one.name)
  const off = skillsOff(parts.store.settings.read().skills, projectId)
  if (names.includes(name) || off.has(name)) return
  const instead = names.length > 0 ? `There are ${names.join(', ')}.` : 'There are none.'
  throw new AppError('not-found', `There is no skill "${name}". ${instead}`)
}
