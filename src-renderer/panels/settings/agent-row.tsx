import type { AgentDefinition } from '#shared/contract/agents.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, type RowFact, RowFacts, SwitchedRow } from './switched-row.tsx'

const sources: Readonly<Record<AgentDefinition['source'], string>> = {
  'built-in': 'built in',
  home: 'yours',
  project: 'this project’s',
}

export interface AgentRowProps {
  readonly definition: AgentDefinition
  /** Without one it can't be turned on or off. */
  readonly projectId: ProjectId | undefined
  /** Opens its definition. */
  readonly onEdit: () => void
}

/** A subagent type: whether it is on, what it is for; and what it is made from, once it is opened. */
export function AgentRow({ definition, projectId, onEdit }: AgentRowProps) {
  const { name, description, source, isOn, problems } = definition
  const client = useHost()
  const turn = useCommand(client['agents.switch'])
  return (
    <SwitchedRow
      name={name}
      description={description}
      from={source === 'built-in' ? undefined : sources[source]}
      hasProblems={problems.length > 0}
      isOn={isOn}
      isDisabled={!projectId || turn.isRunning}
      onTurn={(next) => projectId && void turn.run?.({ projectId, name, isOn: next })}
      error={turn.error}
    >
      <p>{description}</p>
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      <RowFacts facts={factsOf(definition)} />
      <div>
        <Button isSmall aria-label={`${editWords(source)}: ${name}`} onClick={onEdit}>
          {editWords(source)}
        </Button>
      </div>
    </SwitchedRow>
  )
}

function editWords(source: AgentDefinition['source']): string {
  return source === 'built-in' ? 'Make it my own' : 'Edit'
}

function factsOf(definition: AgentDefinition): readonly RowFact[] {
  const { tools, model, maxTurns, skills, source, path, shadows } = definition
  return [
    { name: 'Tools', value: tools ? tools.join(', ') : 'all of the lead’s' },
    { name: 'Model', value: model === 'inherit' ? 'the session’s' : model },
    { name: 'Turns', value: maxTurns === undefined ? '' : `at most ${maxTurns}` },
    { name: 'Skills', value: skills.join(', ') },
    { name: 'From', value: source === 'built-in' ? sources[source] : path },
    { name: 'In place of', value: shadows.map((one) => toPlace(one)).join(', ') },
  ]
}

function toPlace({ source, path }: AgentDefinition['shadows'][number]): string {
  return source === 'built-in' ? 'the built-in one' : path
}
