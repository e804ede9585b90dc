import type { SpanId } from '#shared/ids.ts'
import { useHue } from '../../client/agent-hues.ts'
import { type ChangedFile, tellChange } from './changed-files.ts'
import styles from './file-row.module.css'

/** What became of a file, and a dot in the hue of each agent that had a hand in it. */
export function ChangeMark({ file }: { readonly file: ChangedFile }) {
  return (
    <span className={styles.end}>
      <span className={styles.letter} data-letter={file.letter} title={tellChange(file)}>
        {file.letter}
      </span>
      {file.agentIds.length > 0 && (
        <span className={styles.dots} aria-hidden>
          {file.agentIds.map((id) => (
            <AgentDot key={id} agentId={id} />
          ))}
        </span>
      )}
    </span>
  )
}

function AgentDot({ agentId }: { readonly agentId: SpanId }) {
  return <i className={styles.dot} style={{ background: useHue(agentId) }} />
}
