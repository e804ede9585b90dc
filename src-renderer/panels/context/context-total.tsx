import type { AgentDefinition } from '#shared/contract/agents.ts'
import type { ContextPreview } from '#shared/contract/context.ts'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { useProviders, useSettings } from '../../client/documents.ts'
import { formatTokens } from '../../ui/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { findAskedModel } from './asked-model.ts'
import styles from './context.module.css'

export interface ContextTotalProps {
  readonly preview: ContextPreview
  readonly session: SessionSummary | undefined
  /** Whose prompt it is; absent: the lead's. */
  readonly type: AgentDefinition | undefined
}

/** All parts together, against what the model takes in where that is known. */
export function ContextTotal({ preview, session, type }: ContextTotalProps) {
  const { tokens, parts } = preview
  const { data: providers = [] } = useProviders()
  const preferred = useSettings().data?.model
  const model = findAskedModel({ session: session?.model, type: type?.model, preferred, providers })
  const size = model?.contextTokens
  return (
    <div className={styles.total}>
      <p>
        <b>{formatTokens(tokens)} tokens</b> at most{size && `, ${toShare(tokens / size)}`}
        {model && (
          <span>
            {size
              ? ` of the ${formatTokens(size)} that ${model.label} takes in`
              : `. How much ${model.label} takes in is not known`}
          </span>
        )}
        . {size && tokens > size && tellTooMuch(parts)}
      </p>
      {size && <Meter share={tokens / size} />}
    </div>
  )
}

function tellTooMuch(parts: ContextPreview['parts']): string {
  return parts.some(({ kind }) => kind === 'conversation')
    ? 'The conversation so far will be summed up first.'
    : 'Choose a model that takes in more, or shorten what it is told.'
}

function toShare(share: number): string {
  return share > 0 && share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`
}
