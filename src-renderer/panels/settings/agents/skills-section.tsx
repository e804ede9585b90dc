import { GraduationCap } from 'lucide-react'
import type { SkillDescription, SkillList } from '#shared/contract/procedures/agents.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { Empty, Failure, Loading } from '../../../ui/loading/notice.tsx'
import styles from '../controls/settings.module.css'
import { LeftOut, type RowFact, RowFacts, SwitchedRow } from '../controls/switched-list.tsx'
import type { SettingsPlace } from '../controls/use-settings-scope.ts'

/** What agents can learn where they need it, and what of it is off here. */
export function SkillsSection(place: SettingsPlace) {
  const {
    data: list,
    error,
    isLoading,
  } = useHostQuery('skills.list', { projectId: place.projectId })
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

const sources: Readonly<Record<SkillDescription['source'], string>> = {
  home: 'yours',
  project: 'this project’s',
}

interface SkillRowProps {
  readonly skill: SkillDescription
  /** Without one it can't be turned on or off. */
  readonly projectId: ProjectId | undefined
}

/** A skill: whether it is on, what it is for; and where it is from, once it is opened. */
function SkillRow({ skill, projectId }: SkillRowProps) {
  const { name, description, source, isOn, allowedTools } = skill
  const client = useHost()
  const turn = useCommand(client['skills.switch'])
  return (
    <SwitchedRow
      name={name}
      description={description}
      from={sources[source]}
      isOn={isOn}
      isDisabled={!projectId || turn.isRunning}
      onTurn={(next) => projectId && void turn.run?.({ projectId, name, isOn: next })}
      error={turn.error}
    >
      <p>{description}</p>
      {allowedTools && (
        <p>
          Its <code>allowed-tools</code> names {allowedTools.join(', ')}. That allows nothing: each
          call is judged like any other.
        </p>
      )}
      <RowFacts facts={factsOf(skill)} />
    </SwitchedRow>
  )
}

function factsOf(skill: SkillDescription): readonly RowFact[] {
  const { path, agentPath, shadows, compatibility, license, metadata = {} } = skill
  const written = Object.entries(metadata).map(([name, value]) => `${name}: ${value}`)
  return [
    { name: 'From', value: path },
    { name: 'In place of', value: shadows.map((one) => one.path).join(', ') },
    { name: 'Agents read', value: agentPath },
    { name: 'Needs', value: compatibility ?? '' },
    { name: 'License', value: license ?? '' },
    { name: 'Metadata', value: written.join(', ') },
  ]
}
