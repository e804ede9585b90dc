import { useState } from 'react'
import type { AgentDefinition, AgentList } from '#shared/contract/procedures/agents.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { Delegation } from '#shared/settings/settings.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Failure, Loading } from '../../../ui/loading/notice.tsx'
import { AmountRow } from '../controls/form-controls.tsx'
import styles from '../controls/settings.module.css'
import {
  LeftOut,
  Problem,
  type RowFact,
  RowFacts,
  SwitchedRow,
} from '../controls/switched-list.tsx'
import type { SettingsPlace } from '../controls/use-settings-scope.ts'
import { DefinitionEditor } from './definition-editor.tsx'

const DEFAULT_PARALLEL = Delegation.parse({}).maxParallel

/** No subagent type is called that. */
const NEW = ''

/** Whether agents delegate, and what to. */
export function AgentsSection({ projectId, projectName }: SettingsPlace) {
  const { data: list, error, isLoading } = useHostQuery('agents.list', { projectId })
  const [edited, setEdited] = useState<string>()
  const [wasEdited, setWasEdited] = useState(false)
  const edit = (name: string | undefined) => {
    setWasEdited(true)
    setEdited(name)
  }
  if (edited !== undefined) {
    return (
      <DefinitionEditor
        key={edited}
        projectId={projectId}
        projectName={projectName}
        name={edited === NEW ? undefined : edited}
        onDone={() => edit(undefined)}
      />
    )
  }
  return (
    <>
      {isLoading && <Loading label="Loading the agents" rows={6} />}
      {error && <Failure>The agents could not be listed. {error.message}</Failure>}
      {list && (
        <>
          <DelegationSwitches list={list} projectId={projectId} projectName={projectName} />
          <h4 ref={wasEdited ? focusHeading : undefined} className={styles.part} tabIndex={-1}>
            Subagent types
          </h4>
          <SubagentTypes
            list={list}
            projectId={projectId}
            projectName={projectName}
            onEdit={edit}
          />
        </>
      )}
    </>
  )
}

interface SubagentTypesProps extends DelegationSwitchesProps {
  readonly onEdit: (name: string) => void
}

function SubagentTypes({ list, projectId, projectName, onEdit }: SubagentTypesProps) {
  return (
    <>
      <p className={styles.hint}>
        {projectId
          ? `On or off in ${projectName}, from its next run on.`
          : 'Open a session of a project to turn a type on or off in it.'}
      </p>
      <ul className={styles.rows} aria-label="Subagent types">
        {list.definitions.map((definition) => (
          <AgentRow
            key={definition.name}
            definition={definition}
            projectId={projectId}
            onEdit={() => onEdit(definition.name)}
          />
        ))}
      </ul>
      <p className={styles.about}>
        <Button isSmall onClick={() => onEdit(NEW)}>
          Write a new type
        </Button>
      </p>
      <LeftOut files={list.malformed} />
    </>
  )
}

/** Whoever comes back from an editor goes on where its button was. */
function focusHeading(heading: HTMLElement | null): void {
  heading?.focus()
}

type DelegationSwitchesProps = Pick<SettingsPlace, 'projectId' | 'projectName'> & {
  readonly list: AgentList
}

function DelegationSwitches({ list, projectId, projectName }: DelegationSwitchesProps) {
  const { isOnEverywhere, isOnHere } = list.delegation
  const client = useHost()
  const turn = useCommand(client['agents.switch'])
  return (
    <>
      <Switch
        label="Agents delegate to subagents"
        hint="Off: the lead does all work itself, in every project."
        isOn={isOnEverywhere}
        isDisabled={turn.isRunning}
        onTurn={(isOn) => void turn.run?.({ all: true, isOn })}
      />
      {projectId && (
        <div className={styles.here}>
          <Switch
            label={`In ${projectName ?? 'this project'}`}
            isOn={isOnEverywhere && isOnHere}
            isDisabled={turn.isRunning || !isOnEverywhere}
            onTurn={(isOn) => void turn.run?.({ projectId, all: true, isOn })}
          />
        </div>
      )}
      {turn.error && <Failure>{turn.error}</Failure>}
      <MaxParallel />
    </>
  )
}

/** How many of a session's agents are at work at once. */
function MaxParallel() {
  const { data: settings } = useHostQuery('settings.read', {})
  const client = useHost()
  const change = useCommand(client['settings.change'])
  if (!settings) return null
  const { maxParallel } = settings.delegation
  return (
    <ul className={styles.rows} aria-label="Limits of delegation">
      <AmountRow
        label="Subagents at work at once"
        value={maxParallel}
        placeholder={String(DEFAULT_PARALLEL)}
        isRight={(agents) => Delegation.shape.maxParallel.safeParse(agents).success}
        wrong="Give a whole number from 1 to 64."
        onKeep={(agents) => void change.run?.({ delegation: { maxParallel: agents ?? null } })}
      />
      {change.error && <Failure>{change.error}</Failure>}
    </ul>
  )
}

const sources: Readonly<Record<AgentDefinition['source'], string>> = {
  'built-in': 'built in',
  home: 'yours',
  project: 'this project’s',
}

interface AgentRowProps {
  readonly definition: AgentDefinition
  /** Without one it can't be turned on or off. */
  readonly projectId: ProjectId | undefined
  /** Opens its definition. */
  readonly onEdit: () => void
}

/** A subagent type: whether it is on, what it is for; and what it is made from, once it is opened. */
function AgentRow({ definition, projectId, onEdit }: AgentRowProps) {
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
