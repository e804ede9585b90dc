import type { Approval } from '#shared/projections/approvals.ts'
import { useStoredJson } from '../client/stored.ts'
import { loadedLater } from '../ui/loaded-later.tsx'
import { commandOf } from './call-arguments.ts'
import styles from './card.module.css'

const ChangeDiff = loadedLater(
  async () => (await import('./change-diff.tsx')).ChangeDiff,
  'Loading the change',
)

/** What the call would do: a command, a change, or its arguments. */
export function ApprovalSubject({ approval }: { readonly approval: Approval }) {
  const command = commandOf(approval.args)
  if (approval.change) {
    return <ChangeDiff {...approval.change} />
  }
  if (command !== undefined) return <pre className={styles.subject}>{command}</pre>
  return <CallArguments approval={approval} />
}

function CallArguments({ approval }: { readonly approval: Approval }) {
  const { text } = useStoredJson(approval.args)
  return (
    <>
      <p className={styles.title}>{approval.title}</p>
      {text !== '{}' && <pre className={styles.subject}>{text}</pre>}
    </>
  )
}
