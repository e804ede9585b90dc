import { GraduationCap } from 'lucide-react'
import type { SkillList } from '#shared/contract/skills.ts'
import { useSkills } from '../../client/prompt-documents.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { LeftOut } from './left-out.tsx'
import styles from './settings.module.css'
import { SkillRow } from './skill-row.tsx'
import type { SettingsPlace } from './use-settings-place.ts'

/** What agents can learn where they need it, and what of it is off here. */
export function SkillsSection(place: SettingsPlace) {
  const { data: list, error, isLoading } = useSkills(place.projectId)
  return (
    <>
      {isLoading && <Loading label="Loading the skills" rows={4} />}
      {error && <Failure>The skills could not be listed. {error.message}</Failure>}
      {list && list.skills.length === 0 && <NoSkills />}
      {list && list.skills.length > 0 && <Skills list={list} {...place} />}
      {list && <LeftOut files={list.malformed} />}
    </>
  )
}

function NoSkills() {
  return (
    <Empty icon={<GraduationCap aria-hidden="true" />}>
      There are no skills yet. Put one in <code>.orrery/skills/name/SKILL.md</code> or{' '}
      <code>.claude/skills/name/SKILL.md</code>: of the project, or of your home folder for every
      project.
    </Empty>
  )
}

type SkillsProps = SettingsPlace & { readonly list: SkillList }

function Skills({ list, projectId, projectName }: SkillsProps) {
  return (
    <>
      <p className={styles.hint}>
        Agents are told the name and description of each, and read the rest where they need it.{' '}
        {projectId
          ? `On or off in ${projectName}, from its next run on.`
          : 'These are yours. Open a session of a project to see its own, and to turn one on or off in it.'}
      </p>
      <ul className={styles.rows} aria-label="Skills">
        {list.skills.map((skill) => (
          <SkillRow key={skill.name} skill={skill} projectId={projectId} />
        ))}
      </ul>
    </>
  )
}
