import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ContextPart } from '#shared/contract/procedures/context.ts'
import { PinButton, ThreadMessages, type ThreadPlace } from '../../cards/thread-messages.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { Meter } from '../../ui/buttons/meter.tsx'
import { OpenArrow } from '../../ui/buttons/open-arrow.tsx'
import { CopyText } from '../../ui/text/copy-text.tsx'
import { formatPath, formatTokens } from '../../ui/text/format.ts'
import styles from './context.module.css'

interface PartRowProps {
  readonly part: ContextPart
  /** The tokens of all parts. */
  readonly whole: number
  /** Whose thread what was said is in, and what of it is pinned. */
  readonly place: ThreadPlace
  readonly pinned: ReadonlySet<string>
}

/** One part: what it is, where it is from, how much; its text once it is opened. */
export function PartRow({ part, whole, place, pinned }: PartRowProps) {
  const { kind, title, text, notes, error, messageId } = part
  const isThread = kind === 'conversation'
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={styles.part}>
      <div className={styles.line}>
        <RowHead
          isOpen={isOpen}
          onToggle={text === '' && !isThread ? undefined : () => setOpen(!isOpen)}
        >
          <Facts part={part} whole={whole} />
        </RowHead>
        {messageId !== undefined && (
          <PinButton message={{ messageId, title, isDropped: false }} place={place} isPinned />
        )}
      </div>
      {error !== undefined && (
        <p className={styles.error}>
          <TriangleAlert aria-hidden="true" />
          Left out: {error}
        </p>
      )}
      {notes.map((note) => (
        <Note key={note} isFact={kind === 'tools' || kind === 'conversation'}>
          {note}
        </Note>
      ))}
      {isOpen && (
        <div className={styles.text}>
          {isThread ? (
            <ThreadMessages label="Messages so far" place={place} pinned={pinned} canPin />
          ) : (
            <CopyText label={`Text of ${title}`} isLabelHidden text={text} />
          )}
        </div>
      )}
    </li>
  )
}

interface NoteProps {
  /** It says what is there, and not what was cut. */
  readonly isFact: boolean
  readonly children: string
}

function Note({ isFact, children }: NoteProps) {
  if (isFact) return <p className={styles.note}>{children}</p>
  return (
    <p className={styles.error}>
      <TriangleAlert aria-hidden="true" />
      {children}
    </p>
  )
}

interface RowHeadProps {
  readonly isOpen: boolean
  /** Absent where there is no text to be opened. */
  readonly onToggle: (() => void) | undefined
  readonly children: ReactNode
}

function RowHead({ isOpen, onToggle, children }: RowHeadProps) {
  if (!onToggle) return <div className={styles.row}>{children}</div>
  return (
    <button type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
      <OpenArrow />
      {children}
    </button>
  )
}

function Facts({
  part: { kind, title, source, tokens, messageId },
  whole,
}: Pick<PartRowProps, 'part' | 'whole'>) {
  const homeDir = useHostQuery('host.describe', {}).data?.homeDir
  return (
    <>
      <span className={styles.kind}>{kind}</span>
      <span className={styles.title}>
        <b>{title}</b>
        {source !== undefined && (
          <code title={source}>{formatPath(folderOf(source, title), homeDir)}</code>
        )}
      </span>
      {messageId !== undefined && <span className={styles.meter} />}
      {tokens > 0 && messageId === undefined && (
        <div className={styles.meter}>
          <Meter share={tokens / whole} />
        </div>
      )}
      <span className={styles.tokens}>{formatTokens(tokens)}</span>
    </>
  )
}

/** What its title does not say already. */
function folderOf(source: string, title: string): string {
  const isSaid = source.endsWith(`/${title}`)
  return isSaid ? source.slice(0, -title.length - 1) : source
}
