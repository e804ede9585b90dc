import type { AgentList } from '#shared/contract/agents.ts'
import styles from './context.module.css'

export interface AgentChooserProps {
  readonly agent: string
  /** Absent while it is loaded. */
  readonly list: AgentList | undefined
  readonly onChoose: (agent: string) => void
}

/** Whose prompt it is: the lead's, or that of a subagent type it can delegate to. */
export function AgentChooser({ agent, list, onChoose }: AgentChooserProps) {
  return (
    <label className={styles.chooser}>
      <span>Agent</span>
      <select value={agent} onChange={({ target }) => onChoose(target.value)}>
        <option value="lead">lead</option>
        {list && (
          <optgroup label="Subagent types">
            {typesOn(list).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  )
}

function typesOn({ delegation, definitions }: AgentList): readonly string[] {
  if (!delegation.isOnEverywhere || !delegation.isOnHere) return []
  return definitions.filter(({ isOn }) => isOn).map(({ name }) => name)
}
