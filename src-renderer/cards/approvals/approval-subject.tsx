import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import { useStoredJson } from '../../session/session-queries.ts'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { CommandCharacters } from '../../ui/text/invisible-text.tsx'
import { commandOf } from '../calls/call-arguments.ts'
import styles from '../card.module.css'
import definitionChangeStyles from './approval-subject.module.css'

const ChangeDiff = loadedLater(
  async () => (await import('./change-diff.tsx')).ChangeDiff,
  'Loading the change',
)

interface ApprovalSubjectProps {
  readonly approval: Approval
  /** Its arguments are in a form below. */
  readonly isEdited: boolean
}

/** What the call would do: a command, a change, or its arguments. A change of its tool comes before these. */
export function ApprovalSubject({ approval, isEdited }: ApprovalSubjectProps) {
  const { args, change, definitionChange, title } = approval
  const command = commandOf(args)
  if (change) return isEdited ? null : <ChangeDiff {...change} />
  return (
    <>
      {command === undefined && !isEdited && <p className={styles.title}>{title}</p>}
      {definitionChange && <DefinitionChange lines={definitionChange} />}
      {!isEdited && command === undefined && <CallArguments args={args} />}
      {!isEdited && command !== undefined && <CommandText command={command} />}
    </>
  )
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
        <CommandCharacters>{command}</CommandCharacters>
      </pre>
    </>
  )
}

function CallArguments({ args }: Pick<Approval, 'args'>) {
  const { text } = useStoredJson(args)
  return text === '{}' ? null : <pre className={styles.subject}>{text}</pre>
}

const MARKS: Readonly<Record<string, 'added' | 'removed'>> = { '+': 'added', '-': 'removed' }

/** How an MCP tool's description and schema differ from those that a person allowed. */
export function DefinitionChange({ lines }: { readonly lines: readonly string[] }) {
  return (
    <figure className={definitionChangeStyles.change}>
      <figcaption>Changed since you allowed it</figcaption>
      <pre>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
          <span key={index} className={definitionChangeStyles[MARKS[line[0] ?? ''] ?? 'same']}>
            {showInvisible(line, 'name')}
          </span>
        ))}
      </pre>
    </figure>
  )
}
