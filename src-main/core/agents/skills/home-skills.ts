import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SkillFolders } from '../../workspace/files/file-changes.ts'
import { findHomeSkill, readSkills } from './skill-catalogue.ts'

/** The person's own skills, as agents see them below `/skills/`: as they are when they are looked at. */
export function homeSkills(homeDir: string): SkillFolders {
  return {
    find: async (name) => {
      const skill = await findHomeSkill(homeDir, name)
      // Which may have gone since.
      return skill && (await realpath(dirname(skill.path)).catch(() => undefined))
    },
    names: async () => {
      const { skills } = await readSkills({ homeDir })
      return skills.map(({ name }) => name)
    },
  }
}
