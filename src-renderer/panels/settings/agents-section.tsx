import { useState } from 'react'
import type { AgentList } from '#shared/contract/agents.ts'
import { Delegation } from '#shared/settings.ts'
import { useAgents, useSettings } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { AgentRow } from './agent-row.tsx'
import { AmountRow } from './amount-row.tsx'
import { DefinitionEditor } from './definition-editor.tsx'
import { LeftOut } from './left-out.tsx'
import styles from './settings.module.css'
import type { SettingsPlace } from './use-settings-place.ts'

const DEFAULT_PARALLEL = Delegation.parse({}).maxParallel

/** No subagent type is called that. */
const NEW = ''

/** Whether agents delegate, and what to. */
export function AgentsSection({ projectId, projectName }: SettingsPlace) {
  const { data: list, error, isLoading } = useAgents(projectId)
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
  const { data: settings } = useSettings()
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
