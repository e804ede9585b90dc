import { useState } from 'react'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { SessionId } from '#shared/ids.ts'
import { useAgents, useSessions } from '../../client/documents.ts'
import { useContextPreview } from '../../client/prompt-documents.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { AgentChooser } from './agent-chooser.tsx'
import { CompactButton } from './compact-button.tsx'
import styles from './context.module.css'
import { ContextTotal } from './context-total.tsx'
import { PartList } from './part-list.tsx'

export interface ContextDialogProps {
  readonly sessionId: SessionId
  readonly onClose: () => void
}

/** What the next prompt of a session is made of: each part with its tokens and its text. */
export function ContextDialog({ sessionId, onClose }: ContextDialogProps) {
  const [agent, setAgent] = useState('lead')
  const session = useSessions().data?.find(({ id }) => id === sessionId)
  const { data: agents } = useAgents(session?.projectId)
  const state = session && stateOf(session)
  const { data, error, isLoading } = useContextPreview({ sessionId, agent, ...state })
  const type = agents?.definitions.find(({ name }) => name === agent)
  return (
    <Dialog title="The next prompt" isOpen isLarge onClose={onClose}>
      <div className={styles.context}>
        <div className={styles.head}>
          <AgentChooser agent={agent} list={agents} onChoose={setAgent} />
          {data && <ContextTotal preview={data} session={session} type={type} />}
          {agent === 'lead' && <CompactButton sessionId={sessionId} />}
        </div>
        <div className={styles.parts}>
          {isLoading && <Loading label="Loading the parts" rows={6} />}
          {error && <Failure>What it is made of could not be told. {error.message}</Failure>}
          {data && !error && <PartList preview={data} sessionId={sessionId} />}
        </div>
      </div>
    </Dialog>
  )
}

/** Runs leave more to be told, and a model may be told something of its own. */
function stateOf({ runs, isRunning, model }: SessionSummary): { readonly state: string } {
  return { state: `${runs} ${isRunning} ${model?.provider}:${model?.model}` }
}
