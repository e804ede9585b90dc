import { ArrowUpRight, MessageSquarePlus, TriangleAlert } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react'
import type { FileChange } from '#shared/changes/file-changes.ts'
import { tellAuthor } from '../../cards/format-author.ts'
import { nameKeys, writeKeys } from '../../keyboard/keys.ts'
import { useShortcutTable } from '../../keyboard/shortcuts.ts'
import { useCommand } from '../../queries/use-command.ts'
import { useHue } from '../../session/agents/agent-colors.ts'
import { changesOf } from '../../session/changes/pending-file-changes.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { formatNumber, formatPath } from '../../ui/text/format.ts'
import { Tip } from '../../ui/tooltip/tooltip.tsx'
import { type ChangeAct, changeActs, commandIdOf } from './change-actions.ts'
import { authorsIn, type HunkRow, type Stop } from './change-rows.ts'
import styles from './changes.module.css'
import type { Commenting } from './comment-drafts.ts'
import commentsStyles from './comments.module.css'
import { withoutContested } from './decisions.ts'
import { HunkLines } from './hunk-lines.tsx'
import { type Contest, contestReasons, contestWords, findContest } from './revert-conflicts.ts'
import { useChangeCommands } from './use-change-commands.ts'
import type { Deciding } from './use-deciding.ts'

interface ChangeRowProps {
  readonly row: Stop
  readonly isCurrent: boolean
  /** What is being said about it. */
  readonly commenting: Commenting | undefined
  /** Absent in the past, and out of the host's reach. */
  readonly deciding: Deciding | undefined
  readonly onFocus: () => void
  readonly onOpen: () => void
  readonly onComment: () => void
}

/** One change: whose it is, its lines, and what can be done with it. */
export function ChangeRow(props: ChangeRowProps) {
  const { row, isCurrent, commenting, onFocus } = props
  const keys = useNamedKeys()
  const contest = findContest(row)
  return (
    <article
      data-stop={row.id}
      data-focus={isCurrent ? 'changes' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={classNames(styles.change, isCurrent && styles.current)}
      aria-label={tellRow(row)}
      aria-keyshortcuts={keys}
      onFocus={onFocus}
    >
      <header className={styles.changeHead}>
        <HunkAuthors changes={changesOf(row.pending, authorsIn(row))} />
        {contest && <Contested contest={contest} />}
        <Doing {...props} />
      </header>
      <Content row={row} />
      {commenting && row.type === 'hunk' && <CommentForm row={row} commenting={commenting} />}
    </article>
  )
}

function tellRow(row: Stop): string {
  const path = formatPath(row.path)
  const contest = findContest(row)
  const contested = contest ? `, ${contestWords[contest]}` : ''
  if (row.type === 'whole') return `${path}, as a whole${contested}`
  const { added, removed } = row.hunk
  const lines = `${formatNumber(added.length, 'line')} added, ${removed.length} removed`
  return `Change ${row.place} of ${row.of} in ${path}: ${lines}${contested}`
}

function Contested({ contest }: { readonly contest: Contest }) {
  return (
    <span className={styles.contestedWords} title={contestReasons[contest]}>
      <TriangleAlert aria-hidden="true" />
      {contestWords[contest]}
    </span>
  )
}

function Content({ row }: { readonly row: Stop }) {
  if (row.type === 'hunk') return <HunkLines row={row} />
  return <p className={styles.instead}>{tellInstead(row)}</p>
}

function tellInstead(row: Exclude<Stop, { readonly type: 'hunk' }>): string {
  const { why, canRevert } = row.pending
  if (why === 'no-text') return 'It is no text that can be shown, so it is decided as a whole.'
  if (why === 'not-told') {
    return 'Something was written into it meanwhile, maybe by you, that cannot be shown, so it is decided as a whole.'
  }
  return canRevert
    ? 'It is decided as a whole.'
    : 'What it holds was not recorded, so it can be accepted as a whole, and not reverted.'
}

function Doing({ row, deciding, onOpen, onComment }: ChangeRowProps) {
  const keysOf = useActKeys()
  const canRevert = withoutContested(row.chosen) !== undefined
  return (
    <span className={styles.doing}>
      <QuietDoing label="Open in the editor" shortcut={keysOf('open')} word="Open" onClick={onOpen}>
        <ArrowUpRight aria-hidden="true" />
      </QuietDoing>
      {deciding && row.type === 'hunk' && (
        <QuietDoing label="Comment" shortcut={keysOf('comment')} word="Comment" onClick={onComment}>
          <MessageSquarePlus aria-hidden="true" />
        </QuietDoing>
      )}
      {deciding && canRevert && (
        <Tip label="Revert" shortcut={keysOf('revert')}>
          <Button isSmall onClick={() => void deciding.revert([row.chosen])}>
            Revert
          </Button>
        </Tip>
      )}
      {deciding && (
        <Tip label="Accept" shortcut={keysOf('accept')}>
          <Button isSmall onClick={() => void deciding.accept([row.chosen])}>
            Accept
          </Button>
        </Tip>
      )}
    </span>
  )
}

interface QuietDoingProps {
  readonly label: string
  readonly shortcut: string | undefined
  /** Beside the icon, where there is room for it. */
  readonly word: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function QuietDoing({ label, shortcut, word, onClick, children }: QuietDoingProps) {
  return (
    <Tip label={label} shortcut={shortcut}>
      <Button isSmall variant="quiet" aria-label={label} onClick={onClick}>
        {children}
        <span className={styles.word}>{word}</span>
      </Button>
    </Tip>
  )
}

/** The keys of what can be done with a change, as a person reads them; absent: it has none. */
function useActKeys(): (act: ChangeAct) => string | undefined {
  const table = useShortcutTable()
  return (act) => {
    const keys = table.keysOf(commandIdOf(act))
    return keys && writeKeys(keys)
  }
}

/** All of them, for assistive technology. */
function useNamedKeys(): string {
  const table = useShortcutTable()
  const keys = changeActs.map(({ act }) => table.keysOf(commandIdOf(act)))
  return keys.flatMap((one) => (one ? nameKeys(one) : [])).join(' ')
}

/** Who made a change, the last first; what they had been told. */
function HunkAuthors({ changes }: { readonly changes: readonly FileChange[] }) {
  const last = changes.toSorted((a, b) => b.seq - a.seq)
  const told = last.map((change) => ({ change, words: tellAuthor(change.seq, change) }))
  const names = [...new Map(told.map((one) => [one.words.name, one])).values()]
  const prompt = told.find(({ words }) => words.prompt !== undefined)?.words.prompt
  return (
    <span className={styles.authors} title={told.map(({ words }) => words.whole).join('\n')}>
      {names.map(({ change, words }) => (
        <AuthorName key={words.name} change={change} name={words.name} />
      ))}
      {names.length === 0 && 'not recorded'}
      {prompt && <span className={styles.prompt}>{prompt}</span>}
    </span>
  )
}

function AuthorName({ change, name }: { readonly change: FileChange; readonly name: string }) {
  const hue = useHue(change.agentId)
  return (
    <span className={styles.author}>
      {change.agentId && <i style={{ background: hue }} aria-hidden />}
      {change.type === 'person' ? 'you' : name}
    </span>
  )
}

interface CommentFormProps {
  readonly row: HunkRow
  readonly commenting: Commenting
}

/** Says something about a change; it stays below until it is sent, or removed. */
function CommentForm({ row, commenting }: CommentFormProps) {
  const { text, write, close } = commenting
  const id = useId()
  const commands = useChangeCommands()
  const add = useCommand(commands?.comment)
  const said = text.trim()
  const submit = async () => {
    if (said === '' || add.isRunning) return
    const isTaken = await add.run?.({ ...placeOfComment(row), text: said })
    if (isTaken) close()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form className={commentsStyles.form} onSubmit={onSubmit}>
      <label htmlFor={id}>Comment for the agent</label>
      <TextArea
        id={id}
        rows={3}
        value={text}
        autoFocus
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={commentsStyles.formFoot}>
        {add.error && <span role="alert">{add.error}</span>}
        <Button isSmall onClick={close}>
          Cancel
        </Button>
        <Button isSmall type="submit" disabled={said === '' || !add.run}>
          Add the comment
        </Button>
      </span>
    </form>
  )
}

/** How much of a change a comment keeps. */
const MOST_KEPT = 40

/** What a comment on a change is about: its lines in the file, and where they went, what was there. */
function placeOfComment({ path, hunk }: Pick<HunkRow, 'path' | 'hunk'>) {
  const { at, added, removed } = hunk
  const lines = added.length > 0 ? added : removed
  const line = at + 1
  return {
    path,
    line,
    endLine: Math.max(line, at + added.length),
    quote: lines.slice(0, MOST_KEPT).join('').replace(/\n$/, ''),
  }
}
