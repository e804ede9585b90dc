import { ChevronDown } from 'lucide-react'
import type { FileChange } from '#shared/authors/file-changes.ts'
import { tellAuthor } from '../../cards/author-words.ts'
import { NewReview } from '../../cards/new-review.tsx'
import shared from '../../cards/review.module.css'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { PanelBar } from '../../ui/panel-bar.tsx'
import { CommitButton } from './commit-button.tsx'
import { type Chosen, countChosen, withoutContested } from './decisions.ts'
import type { Row } from './rows.ts'
import type { Deciding } from './use-deciding.ts'

export interface ReviewBarProps {
  readonly rows: readonly Row[]
  /** Those that made what waits, each with a change of its own. */
  readonly runs: ReadonlyMap<number, FileChange>
  readonly run: number | undefined
  readonly onChooseRun: (run: number | undefined) => void
  /** Absent in the past, and out of the host's reach. */
  readonly deciding: Deciding | undefined
}

/** What waits in all, of which run it is shown, and what can be done with all that is shown. */
export function ReviewBar({ rows, runs, run, onChooseRun, deciding }: ReviewBarProps) {
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
