import { lazy, Suspense } from 'react'
import type { Approval } from '#shared/projections/approvals.ts'
import { useStoredJson } from '../client/stored.ts'
import { Loading } from '../ui/notice.tsx'
import { commandOf } from './call-arguments.ts'
import styles from './card.module.css'

const ChangeDiff = lazy(async () => ({ default: (await import('./change-diff.tsx')).ChangeDiff }))

/** What the call would do: a command, a change, or its arguments. */
export function ApprovalSubject({ approval }: { readonly approval: Approval }) {
  const command = commandOf(approval.args)
  if (approval.change) {
    return (
      <Suspense fallback={<Loading label="Loading the change" rows={3} />}>
        <ChangeDiff {...approval.change} />
      </Suspense>
    )
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
