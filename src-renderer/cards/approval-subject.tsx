import type { Approval } from '#shared/projections/approvals.ts'
import { useStoredJson } from '../client/stored.ts'
import { Command } from '../ui/invisible-text.tsx'
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
  if (command !== undefined) return <CommandText command={command} />
  return <CallArguments approval={approval} />
}

/** More lines than a card shows at once on a small screen. */
const MANY_LINES = 10

/** A command in full. A person is told of lines that they may have to scroll to. */
export function CommandText({ command }: { readonly command: string }) {
  const lines = command.split('\n').length
  return (
    <>
      {lines > MANY_LINES && (
        <p className={styles.risk}>This command has {lines} lines. Read it to its end.</p>
      )}
      <pre className={styles.subject}>
        <Command>{command}</Command>
      </pre>
    </>
  )
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
