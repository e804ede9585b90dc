import { useState } from 'react'
import { type Comparison, type FileRow, tellFile, tellRows } from '#shared/compare/compare-runs.ts'
import type { RunRecord } from '#shared/compare/run-record.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import type { RunPlace } from '../../navigation/route.ts'
import { useContentOf } from '../../session/session-queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { Tab, TabBar } from '../../ui/panels/tabs.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { formatCount, formatPath } from '../../ui/text/format.ts'
import { LineDiff } from '../../ui/text/line-diff.tsx'
import styles from './compare.module.css'
import { figureLabels, tellFigure, tellOutcome, writeFigure } from './format-run.ts'
import { findDifference } from './listed-rows.ts'
import { RunHeads } from './run-heads.tsx'
import { StepDetails } from './step-details.tsx'
import { type Side, StepList } from './step-list.tsx'
import { useComparison } from './use-comparison.ts'

interface ComparePanelProps {
  readonly left: RunPlace
  readonly right: RunPlace
  readonly onChange: (left: RunPlace, right: RunPlace) => void
}

/** Two runs side by side: what they came to, their steps, and what became of the files. */
export function ComparePanel({ left, right, onChange }: ComparePanelProps) {
  const { comparison, error } = useComparison(left, right)
  return (
    <div className={styles.compare}>
      <RunHeads left={left} right={right} comparison={comparison} onChange={onChange} />
      {error && <Failure>{error}</Failure>}
      {!error && !comparison && <Loading label="Loading the runs" rows={6} />}
      {comparison && <Compared comparison={comparison} left={left} right={right} />}
    </div>
  )
}

interface ComparedProps {
  readonly comparison: Comparison
  readonly left: RunPlace
  readonly right: RunPlace
}

function Compared({ comparison, left, right }: ComparedProps) {
  const [shown, show] = useState<'steps' | 'files'>('steps')
  const { files } = comparison
  const differing = files.filter(({ difference }) => difference !== 'same').length
  return (
    <>
      <FiguresTable comparison={comparison} />
      <TabBar
        label="What is compared"
        tabs={
          <>
            <Tab name="Steps" isShown={shown === 'steps'} onChoose={() => show('steps')} />
            <Tab
              name={differing > 0 ? `Files ${formatCount(differing)}` : 'Files'}
              title={`${formatCount(differing)} of ${formatCount(files.length)} differ`}
              isShown={shown === 'files'}
              onChoose={() => show('files')}
            />
          </>
        }
      >
        <span className={styles.summary}>{tellRows(comparison.rows)}</span>
      </TabBar>
      {shown === 'files' ? (
        <FilesView files={files} left={left} right={right} />
      ) : (
        <Steps comparison={comparison} left={left} right={right} />
      )}
    </>
  )
}

/** One playhead for both: the step that is looked at. It begins at the first difference. */
function Steps({ comparison, left, right }: ComparedProps) {
  const { openSession } = useNavigation()
  const { rows } = comparison
  const [moved, move] = useState(() => findDifference(rows, -1, 'next') ?? 0)
  const [isFolding, setFolding] = useState(true)
  const here = Math.min(moved, rows.length - 1)
  const row = rows[here]
  const open = (side: Side, index: number) => {
    const item = rows[index]?.[side]
    // At its end, where all that it did is to be seen.
    if (item) openSession((side === 'left' ? left : right).sessionId, item.endSeq)
  }
  if (!row) return <p className={styles.nothing}>Neither run has taken a step.</p>
  return (
    <>
      <StepBar
        comparison={comparison}
        here={here}
        isFolding={isFolding}
        onMove={move}
        onFold={setFolding}
      />
      <StepList
        comparison={comparison}
        here={here}
        isFolding={isFolding}
        onMove={move}
        onOpen={open}
      />
      <StepDetails row={row} onOpen={(side) => open(side, here)} />
    </>
  )
}

interface StepBarProps {
  readonly comparison: Comparison
  readonly here: number
  readonly isFolding: boolean
  readonly onMove: (index: number) => void
  readonly onFold: (isFolding: boolean) => void
}

function StepBar({ comparison: { rows }, here, isFolding, onMove, onFold }: StepBarProps) {
  const [previous, next] = (['previous', 'next'] as const).map((way) =>
    findDifference(rows, here, way),
  )
  const go = (index: number | undefined) => () => index !== undefined && onMove(index)
  return (
    <div className={styles.stepBar}>
      <span className={styles.place}>
        Step <b>{formatCount(here + 1)}</b> of {formatCount(rows.length)}
      </span>
      <Button isSmall shortcut="⇧N" disabled={previous === undefined} onClick={go(previous)}>
        Previous difference
      </Button>
      <Button isSmall shortcut="N" disabled={next === undefined} onClick={go(next)}>
        Next difference
      </Button>
      <span className={styles.space} />
      <Switch label="Fold what is alike" isOn={isFolding} onTurn={onFold} />
    </div>
  )
}

/** What both runs came to, with the difference in words. */
function FiguresTable({ comparison }: { readonly comparison: Comparison }) {
  const { figures, left: one, right: other } = comparison
  const isSameEnd = one.totals.outcome === other.totals.outcome
  return (
    <div className={styles.figures}>
      <table aria-label="In numbers">
        <thead>
          <tr>
            <td />
            <th scope="col">Outcome</th>
            {figures.map(({ name }) => (
              <th key={name} scope="col">
                {figureLabels[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Left</th>
            <OutcomeCell run={one} />
            {figures.map(({ name, left }) => (
              <td key={name}>{writeFigure(name, left)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Right</th>
            <OutcomeCell run={other} />
            {figures.map(({ name, right }) => (
              <td key={name}>{writeFigure(name, right)}</td>
            ))}
          </tr>
          <tr className={styles.difference}>
            <th scope="row">Right is</th>
            <DifferenceCell told={isSameEnd ? 'the same' : 'another'} />
            {figures.map((figure) => (
              <DifferenceCell key={figure.name} told={tellFigure(figure)} />
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function OutcomeCell({ run }: { readonly run: RunRecord }) {
  const { outcome } = run.totals
  const told = tellOutcome(outcome)
  return <td className={classNames(outcome && told && styles.notWell)}>{told ?? 'ended well'}</td>
}

function DifferenceCell({ told }: { readonly told: string }) {
  const isSame = told === 'the same'
  return <td className={classNames(isSame && styles.same)}>{told}</td>
}

interface FilesViewProps {
  readonly files: readonly FileRow[]
  readonly left: RunPlace
  readonly right: RunPlace
}

/** Every file that either run changed, and how far their ends are apart. */
function FilesView({ files, left, right }: FilesViewProps) {
  const first = files.find(({ difference }) => difference !== 'same') ?? files[0]
  const [path, setPath] = useState(first?.path)
  const shown = files.find((file) => file.path === path) ?? first
  if (!shown) return <Empty>Neither run changed a file.</Empty>
  return (
    <div className={styles.files}>
      <ul className={styles.fileList} aria-label="Changed files">
        {files.map((file) => (
          <li key={file.path}>
            <button
              type="button"
              aria-pressed={file === shown}
              className={styles.file}
              onClick={() => setPath(file.path)}
            >
              <span className={styles.path}>{formatPath(file.path)}</span>
              <span className={styles.facts}>{tellFile(file)}</span>
            </button>
          </li>
        ))}
      </ul>
      <FileEnds key={shown.path} file={shown} left={left.sessionId} right={right.sessionId} />
    </div>
  )
}

interface FileEndsProps {
  readonly file: FileRow
  readonly left: SessionId
  readonly right: SessionId
}

/** Both runs' ends of it; where only one changed it, what it was before and after. */
function FileEnds({ file, left, right }: FileEndsProps) {
  const [before, after] = endsOf(file)
  const old = useText(file.left ? left : right, before)
  const next = useText(file.right ? right : left, after)
  return (
    <section className={styles.ends} aria-label="Difference">
      <p className={styles.facts}>{introduce(file)}</p>
      <Difference old={old} next={next} />
    </section>
  )
}

/** `undefined` while it is fetched; `null` where it can't be shown. */
type Text = string | null | undefined

function Difference({ old, next }: { readonly old: Text; readonly next: Text }) {
  if (old === null || next === null) return <Empty>It is no text that was recorded.</Empty>
  if (old === undefined || next === undefined) return <Loading label="Loading the files" />
  if (old === next) return <Empty>No line differs.</Empty>
  return <LineDiff before={old} after={next} />
}

function endsOf({ left, right }: FileRow): readonly [FileContent | null, FileContent | null] {
  if (left && right) return [left.after, right.after]
  const only = left ?? right
  return [only?.before ?? null, only?.after ?? null]
}

function introduce({ difference }: FileRow): string {
  switch (difference) {
    case 'left-only':
      return 'Only the left run changed it: from what it was, to what it left.'
    case 'right-only':
      return 'Only the right run changed it: from what it was, to what it left.'
    case 'differs':
      return 'From what the left run left, to what the right run did.'
    case 'same':
      return 'Both left it the same.'
  }
}

/** A file that is not there is empty. */
function useText(sessionId: SessionId, content: FileContent | null): Text {
  const hash = content?.hash
  const { data, error } = useContentOf(sessionId, hash)
  if (content === null) return ''
  if (!hash || error || (data && data.type !== 'text')) return null
  return data?.text
}
