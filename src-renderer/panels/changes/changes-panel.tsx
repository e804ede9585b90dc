import { ChevronDown, FileText, TriangleAlert, X } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { addComments, tellPlace } from '#shared/changes/comment-prompt.ts'
import type { FileChange } from '#shared/changes/file-changes.ts'
import { countLines } from '#shared/changes/hunks.ts'
import type { ChangesState, OpenComment } from '#shared/projections/changes.ts'
import { NewReview } from '../../cards/code-review/new-review.tsx'
import shared from '../../cards/code-review/review.module.css'
import { tellAuthor } from '../../cards/format-author.ts'
import { useIsRecording } from '../../connection/host-context.tsx'
import { useCommand } from '../../queries/use-command.ts'
import { listRuns, type PendingFile } from '../../session/changes/pending-file-changes.ts'
import { usePendingChanges } from '../../session/changes/use-changes.ts'
import {
  useIsLive,
  usePromptDraft,
  useSelection,
  useSessionView,
} from '../../session/session-context.tsx'
import { sameItems, useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { PanelBar, TitleBar } from '../../ui/panels/panel-bar.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { formatNumber, formatPath } from '../../ui/text/format.ts'
import { Prose } from '../../ui/text/invisible-text.tsx'
import { listRows, type Row, useCurrent } from './change-rows.ts'
import styles from './changes.module.css'
import commentsStyles from './comments.module.css'
import { CommitButton } from './commit-button.tsx'
import { type Chosen, countChosen, withoutContested } from './decisions.ts'
import { LineCounts } from './hunk-lines.tsx'
import { HunkList } from './hunk-list.tsx'
import { tellState } from './revert-conflicts.ts'
import { useChangeCommands } from './use-change-commands.ts'
import { type Deciding, useDeciding } from './use-deciding.ts'

/** Agents' pending changes at the playhead, hunk by hunk. */
export function ChangesPanel() {
  const { files, isEmpty, failure } = usePendingChanges()
  if (isEmpty) return <NothingWaits />
  if (files.length > 0) return <Waiting files={files} unread={failure} />
  return (
    <div className={styles.panel}>
      <TitleBar>Changes</TitleBar>
      {failure === undefined ? (
        <Loading label="Loading the changes" rows={6} />
      ) : (
        <Failure>{failure}</Failure>
      )}
    </div>
  )
}

function NothingWaits() {
  const isRecording = useIsRecording()
  const isLive = useIsLive() && !isRecording
  return (
    <div className={styles.panel}>
      <TitleBar>Changes</TitleBar>
      <div className={styles.nothing}>
        <Empty
          action={
            <>
              <CommitButton />
              <NewReview />
            </>
          }
        >
          {isLive
            ? 'No changes to review. Agent edits appear here; accept or revert each one.'
            : 'There were no changes to review at this moment.'}
        </Empty>
      </div>
      <CommentList />
    </div>
  )
}

interface WaitingProps {
  readonly files: readonly PendingFile[]
  /** Why others cannot be shown. */
  readonly unread: string | undefined
}

function Waiting({ files, unread }: WaitingProps) {
  const [chosenRun, chooseRun] = useState<number>()
  const runs = listRuns(files)
  const run = chosenRun !== undefined && runs.has(chosenRun) ? chosenRun : undefined
  const rows = listRows(files, run)
  const current = useCurrent(rows)
  const { deciding, failure } = useDeciding()
  const path = current.stops[current.place]?.path
  const { shownChanges } = useSelection()
  const [led, setLed] = useState<typeof shownChanges>()
  const goTo = (wanted: string) =>
    current.choose(current.stops.findIndex((stop) => stop.path === wanted))
  if (shownChanges !== led) {
    setLed(shownChanges)
    if (shownChanges) goTo(shownChanges.path)
  }
  return (
    <div className={styles.panel}>
      <ChangesBar rows={rows} runs={runs} run={run} onChooseRun={chooseRun} deciding={deciding} />
      {(failure ?? unread) && (
        <p className={styles.failure} role="alert">
          {failure ?? unread}
        </p>
      )}
      <div className={styles.split}>
        <FileList rows={rows} path={path} onChoose={goTo} />
        <HunkList rows={rows} current={current} deciding={deciding} />
      </div>
      <CommentList />
    </div>
  )
}

interface FileListProps {
  readonly rows: readonly Row[]
  /** The file that is looked at. */
  readonly path: string | undefined
  readonly onChoose: (path: string) => void
}

/** The files that wait: each leads to its changes. */
function FileList({ rows, path, onChoose }: FileListProps) {
  const files = rows.filter((row) => row.type === 'file')
  return (
    <nav className={styles.files} aria-label="Changed files">
      {files.map(({ path: own, chosen }) => {
        const { words, isContested } = tellState(chosen)
        return (
          <button
            key={own}
            type="button"
            className={styles.file}
            aria-current={own === path}
            title={`${formatPath(own)}: ${words}`}
            onClick={() => onChoose(own)}
          >
            {isContested ? (
              <TriangleAlert className={styles.contested} aria-hidden="true" />
            ) : (
              <FileText aria-hidden="true" />
            )}
            <span className={styles.fileName}>{own.slice(own.lastIndexOf('/') + 1)}</span>
            <LineCounts {...countLines(chosen.hunks)} />
            <span className={styles.fileState}>{words}</span>
          </button>
        )
      })}
    </nav>
  )
}

interface ChangesBarProps {
  readonly rows: readonly Row[]
  /** Those that made what waits, each with a change of its own. */
  readonly runs: ReadonlyMap<number, FileChange>
  readonly run: number | undefined
  readonly onChooseRun: (run: number | undefined) => void
  /** Absent in the past, and out of the host's reach. */
  readonly deciding: Deciding | undefined
}

/** What waits in all, of which run it is shown, and what can be done with all that is shown. */
function ChangesBar({ rows, runs, run, onChooseRun, deciding }: ChangesBarProps) {
  const files = rows.filter((row) => row.type === 'file').map(({ chosen }) => chosen)
  return (
    <PanelBar className={shared.bar}>
      <h2 className={shared.title}>{tellAll(files)}</h2>
      {runs.size > 1 && <RunMenu runs={runs} run={run} onChoose={onChooseRun} />}
      {deciding && <AllButtons files={files} deciding={deciding} />}
      <NewReview />
      <CommitButton />
    </PanelBar>
  )
}

function tellAll(files: readonly Chosen[]): string {
  return `${formatNumber(countChosen(files), 'change')} in ${formatNumber(files.length, 'file')}`
}

interface AllButtonsProps {
  readonly files: readonly Chosen[]
  readonly deciding: Deciding
}

function AllButtons({ files, deciding }: AllButtonsProps) {
  const canRevert = files.some((chosen) => withoutContested(chosen))
  return (
    <>
      <Button isSmall disabled={!canRevert} onClick={() => void deciding.askToRevert(files)}>
        Revert all…
      </Button>
      <Button isSmall onClick={() => void deciding.accept(files)}>
        Accept all
      </Button>
    </>
  )
}

interface RunMenuProps {
  readonly runs: ReadonlyMap<number, FileChange>
  readonly run: number | undefined
  readonly onChoose: (run: number | undefined) => void
}

function RunMenu({ runs, run, onChoose }: RunMenuProps) {
  const words = run === undefined ? 'All runs' : `Run ${run}`
  const trigger = (
    <button type="button" className={shared.menu} aria-label={`Changes of: ${words}`}>
      {words}
      <ChevronDown size={12} strokeWidth={1.5} aria-hidden />
    </button>
  )
  const choices = [
    { value: 'all', label: 'All runs' },
    ...[...runs].map(([one, change]) => {
      const { prompt } = tellAuthor(change.seq, change)
      return { value: String(one), label: `Run ${one}`, ...(prompt && { hint: prompt }) }
    }),
  ]
  return (
    <Menu trigger={trigger} align="end">
      <MenuChoices
        label="Changes of"
        value={run === undefined ? 'all' : String(run)}
        choices={choices}
        onChoose={(value) => onChoose(value === 'all' ? undefined : Number(value))}
      />
    </Menu>
  )
}

/** Everything that was said about files and neither sent nor taken back, in order. */
const selectComments = (state: ChangesState) => Object.values(state.comments)

const selectGone = ({ comments, files }: ChangesState) =>
  Object.values(comments).flatMap(({ path }) => (files[path]?.now === null ? [path] : []))

/** What was said about changes, to be put into the prompt and sent from there. */
function CommentList() {
  const view = useSessionView()
  const comments = useProjection(view, 'changes', selectComments, sameItems)
  const gone = useProjection(view, 'changes', selectGone, sameItems)
  const commands = useChangeCommands()
  const { text, write } = usePromptDraft()
  if (comments.length === 0) return null
  const send = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    write(addComments(text, comments, new Set(gone)))
    const column = currentTarget.closest('[data-column]')
    column?.querySelector<HTMLElement>('[data-focus="prompt"]')?.focus()
  }
  return (
    <section className={commentsStyles.comments} aria-label="Comments">
      <header className={commentsStyles.commentsHead}>
        <h3>Comments</h3>
        {commands && (
          <Button isSmall variant="primary" onClick={send}>
            Put into the prompt
          </Button>
        )}
      </header>
      <ul>
        {comments.map((comment) => (
          <CommentItem key={comment.commentId} comment={comment} />
        ))}
      </ul>
    </section>
  )
}

function CommentItem({ comment }: { readonly comment: OpenComment }) {
  const { select } = useSelection()
  const remove = useRemoving(comment)
  const place = tellPlace({ ...comment, path: formatPath(comment.path) })
  return (
    <li className={commentsStyles.comment}>
      <button
        type="button"
        className={classNames(shared.place, commentsStyles.commentPlace)}
        title="Open in the editor"
        onClick={() => select({ path: comment.path, line: comment.line })}
      >
        {place}
      </button>
      <Prose>
        <p dir="auto">{comment.text}</p>
      </Prose>
      {remove && (
        <IconButton label="Remove the comment" isSmall onClick={() => void remove()}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

/** Absent in the past, and out of the host's reach. */
function useRemoving({ commentId, at: _, ...said }: OpenComment) {
  const commands = useChangeCommands()
  const { tellUndoable } = useToasts()
  return useCommand(
    commands &&
      (async () => {
        await commands.resolveComments({ commentIds: [commentId], how: 'removed' })
        tellUndoable('Removed a comment.', () => commands.comment(said))
      }),
  ).run
}
