import type { TimelineState } from '#shared/projections/timeline.ts'
import { hueOf } from '../../client/agent-hues.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import type { ChangedFile } from './changed-files.ts'
import styles from './file-row.module.css'

const selectAgents = (state: TimelineState) =>
  Object.values(state.lanes).map((lane) => lane.agentId)
const words = { A: 'added', M: 'changed', D: 'deleted' } as const

/** What became of a file, and a dot in the hue of each agent that had a hand in it. */
export function ChangeMark({ file }: { readonly file: ChangedFile }) {
  const agents = useProjection(useSessionView(), 'timeline', selectAgents, sameItems)
  return (
    <span className={styles.end}>
      <span className={styles.letter} data-letter={file.letter} title={words[file.letter]}>
        {file.letter}
      </span>
      {file.agentIds.length > 0 && (
        <span className={styles.dots} aria-hidden>
          {file.agentIds.map((id) => (
            <i key={id} className={styles.dot} style={{ background: hueOf(agents.indexOf(id)) }} />
          ))}
        </span>
      )}
    </span>
  )
}
