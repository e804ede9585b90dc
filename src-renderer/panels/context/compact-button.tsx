import { useState } from 'react'
import type { CompactionAnswer } from '#shared/contract/sessions.ts'
import type { SessionId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from './context.module.css'

/** Compacts the lead's conversation and shows the result. */
export function CompactButton({ sessionId }: { readonly sessionId: SessionId }) {
  const client = useHost()
  const [answer, setAnswer] = useState<CompactionAnswer>()
  const compact = useCommand(async () => {
    setAnswer(undefined)
    setAnswer(await client['sessions.compact']({ sessionId }))
  })
  return (
    <div className={styles.compact}>
      <Button isSmall disabled={compact.isRunning} onClick={() => void compact.run?.()}>
        {compact.isRunning ? 'Compacting…' : 'Compact now'}
      </Button>
      <p role="status" data-failed={compact.error !== undefined || undefined}>
        {compact.error ?? (answer && describe(answer))}
      </p>
    </div>
  )
}

function describe(answer: CompactionAnswer): string {
  if (answer.when === 'next-call') return 'Will be compacted before the next model call.'
  return `${formatNumber(answer.droppedMessages, 'message')} became a summary.`
}
