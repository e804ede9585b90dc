import type { SkillDescription } from '#shared/contract/skills.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { type RowFact, RowFacts, SwitchedRow } from './switched-row.tsx'

const sources: Readonly<Record<SkillDescription['source'], string>> = {
  home: 'yours',
  project: 'this project’s',
}

export interface SkillRowProps {
  readonly skill: SkillDescription
  /** Without one it can't be turned on or off. */
  readonly projectId: ProjectId | undefined
}

/** A skill: whether it is on, what it is for; and where it is from, once it is opened. */
export function SkillRow({ skill, projectId }: SkillRowProps) {
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
