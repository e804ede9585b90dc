import type { ReactNode } from 'react'
import type {
  FileDifference,
  ForkPreview,
  OutsideEffect,
} from '#shared/contract/procedures/forks.ts'
import { FramedList } from '../../ui/lists/framed-list.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { formatClock, formatNumber } from '../../ui/text/format.ts'
import styles from './rewind.module.css'

export interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

export function Section({ title, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

type Past = Pick<ForkPreview, 'files' | 'notRecorded' | 'outside'>

interface FileFactsProps {
  readonly past: Past
  /** What so many files do: `1 file differs from now`. */
  readonly says: (files: number) => string
  /** Lets a person choose those that they have changed since. */
  readonly choose?: {
    readonly chosen: ReadonlySet<string>
    readonly onChange: (path: string, isChosen: boolean) => void
  }
}

/** Files, by what becomes of them; and those of which nothing is known. */
export function FileFacts({ past, says, choose }: FileFactsProps) {
  const { files, notRecorded } = past
  return (
    <>
      <p>{says(files.total)}</p>
      {files.items.length > 0 && (
        <FramedList label="Files" items={files.items} total={files.total}>
          {(file) => <FileLine key={file.path} file={file} choose={choose} />}
        </FramedList>
      )}
      {notRecorded.total > 0 && (
        <p className={styles.warned}>
          Not recorded, so not as then: {notRecorded.items.slice(0, NAMED).join(', ')}
          {notRecorded.total > NAMED && ` and ${notRecorded.total - NAMED} more`}.
        </p>
      )}
    </>
  )
}

const NAMED = 5

interface FileLineProps {
  readonly file: FileDifference
  readonly choose: FileFactsProps['choose'] | undefined
}

function FileLine({ file, choose }: FileLineProps) {
  const { path, change, isConflict } = file
  if (!isConflict || !choose) {
    return (
      <li className={styles.line}>
        <code title={path}>{path}</code>
        <span>{changeWords[change]}</span>
      </li>
    )
  }
  const isChosen = choose.chosen.has(path)
  return (
    <li className={styles.line} data-conflict="true">
      <code title={path}>{path}</code>
      <span>changed since by a person</span>
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => choose.onChange(path, event.target.checked)}
        />
        Overwrite
      </label>
    </li>
  )
}

/** What was done since and can't be undone, step by step. */
export function OutsideFacts({ past: { outside } }: { readonly past: Past }) {
  if (outside.total === 0) return null
  return (
    <Section title="What can’t be undone">
      <p>{formatNumber(outside.total, 'call')} since then reached out of the project’s files:</p>
      <FramedList label="Calls that can’t be undone" items={outside.items} total={outside.total}>
        {(one) => <OutsideLine key={one.seq} effect={one} />}
      </FramedList>
    </Section>
  )
}

function OutsideLine({ effect: { at, title, words } }: { readonly effect: OutsideEffect }) {
  return (
    <li className={classNames(styles.line, styles.effect)}>
      <time>{formatClock(at)}</time>
      <code title={title}>{title}</code>
      <small>{words}</small>
    </li>
  )
}

/** Where the conversation goes on, in a sentence or two. */
export function tellConversation({
  checkpointSeq,
  stepsLeftOut,
}: ForkPreview['conversation']): string {
  if (checkpointSeq === undefined) {
    return 'The agents know nothing of what was said: it is before their first step.'
  }
  const known = 'The agents know what they knew then.'
  if (stepsLeftOut === 0) return known
  return `${known} ${formatNumber(stepsLeftOut, 'step')} had not ended, and ${stepsLeftOut === 1 ? 'is' : 'are'} left out.`
}

export const placeWords: Readonly<Record<ForkPreview['place'], string>> = {
  worktree:
    'It gets a git worktree of its own, on a branch of its own, with the files as they were. What git ignores is not in it.',
  copy: 'It gets a copy of the project of its own, with the files as they were, and all that is ignored.',
  none: 'It has no files of its own.',
}

/** Of files that are no longer as they were. */
export function tellDifferent(files: number): string {
  if (files === 0) return 'All files are as they are now.'
  return `${formatNumber(files, 'file')} ${files === 1 ? 'differs' : 'differ'} from now:`
}

/** Of files that rewinding restores. */
export function tellRestored(files: number): string {
  if (files === 0) return 'No file has changed since.'
  return `${formatNumber(files, 'file')} would change:`
}

const changeWords: Readonly<Record<FileDifference['change'], string>> = {
  added: 'comes back',
  changed: 'as it was',
  removed: 'goes',
}
