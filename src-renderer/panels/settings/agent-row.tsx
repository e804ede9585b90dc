import { ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { AgentDefinition } from '#shared/contract/agents.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Chip } from '../../ui/chip.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './agents.module.css'

const sources: Readonly<Record<AgentDefinition['source'], string>> = {
  'built-in': 'built in',
  home: 'yours',
  project: 'this project’s',
}

export interface AgentRowProps {
  readonly definition: AgentDefinition
  /** Without one it can't be turned on or off. */
  readonly projectId: ProjectId | undefined
}

/** A subagent type: whether it is on, what it is for; and what it is made from, once it is opened. */
export function AgentRow({ definition, projectId }: AgentRowProps) {
  const { name, description, source, isOn, problems } = definition
  const [isOpen, setOpen] = useState(false)
  const client = useHost()
  const turn = useCommand(client['agents.switch'])
  return (
    <li className={styles.agent} data-off={!isOn || undefined}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight className={styles.arrow} aria-hidden="true" />
          <b>{name}</b>
          <span className={styles.description}>{description}</span>
          {problems.length > 0 && <TriangleAlert className={styles.warn} aria-label="problems" />}
          {source !== 'built-in' && <Chip>{sources[source]}</Chip>}
        </button>
        <Switch
          label={name}
          isLabelHidden
          isOn={isOn}
          isDisabled={!projectId || turn.isRunning}
          onTurn={(next) => projectId && void turn.run?.({ projectId, name, isOn: next })}
        />
      </div>
      {turn.error && <p className={styles.problem}>{turn.error}</p>}
      {isOpen && <Details definition={definition} />}
    </li>
  )
}

function Details({ definition }: { readonly definition: AgentDefinition }) {
  const { description, problems } = definition
  return (
    <div className={styles.details}>
      <p>{description}</p>
      {problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          <TriangleAlert className={styles.warn} aria-hidden="true" />
          {problem}
        </p>
      ))}
      <dl>
        {factsOf(definition).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function factsOf(definition: AgentDefinition): readonly { name: string; value: string }[] {
  const { tools, model, maxTurns, skills, source, path, shadows } = definition
  const facts = [
    { name: 'Tools', value: tools ? tools.join(', ') : 'all of the lead’s' },
    { name: 'Model', value: model === 'inherit' ? 'the session’s' : model },
    { name: 'Turns', value: maxTurns === undefined ? '' : `at most ${maxTurns}` },
    { name: 'Skills', value: skills.join(', ') },
    { name: 'From', value: source === 'built-in' ? sources[source] : path },
    { name: 'In place of', value: shadows.map((one) => toPlace(one)).join(', ') },
  ]
  return facts.filter(({ value }) => value !== '')
}

function toPlace({ source, path }: AgentDefinition['shadows'][number]): string {
  return source === 'built-in' ? 'the built-in one' : path
}
