import { useState } from 'react'
import type { Comparison } from '#shared/compare/compare-runs.ts'
import { tellRows } from '#shared/compare/difference-words.ts'
import { useNavigation } from '../../client/navigation.tsx'
import type { RunPlace } from '../../client/run-place.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Failure, Loading } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tab, TabBar } from '../../ui/tabs.tsx'
import styles from './compare.module.css'
import { FiguresTable } from './figures-table.tsx'
import { FilesView } from './files-view.tsx'
import { findDifference } from './listed-rows.ts'
import { RunHeads } from './run-heads.tsx'
import { StepDetails } from './step-details.tsx'
import { StepList } from './step-list.tsx'
import type { Side } from './step-row.tsx'
import { useComparison } from './use-comparison.ts'

export interface ComparePanelProps {
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
