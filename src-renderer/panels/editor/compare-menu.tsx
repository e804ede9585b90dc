import { ChevronDown } from 'lucide-react'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useBookmarks } from '../../client/bookmarks.ts'
import { comparisons, type EditorLook } from '../../client/editor-look.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { classNames } from '../../ui/class-names.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import styles from './compare-menu.module.css'
import { listPoints, tellComparison } from './compare-words.ts'

/** What the file is compared with. */
export function CompareMenu({ look }: { readonly look: EditorLook }) {
  const isOn = look.compareWith !== 'nothing'
  const words = tellComparison(look)
  const trigger = (
    <button
      type="button"
      data-command="compare-file"
      className={classNames(styles.trigger, isOn && styles.on)}
      title="What the file is compared with"
      aria-label={isOn ? `Compare with: ${words}` : words}
    >
      <span className={styles.words}>{words}</span>
      <ChevronDown size={12} strokeWidth={1.5} aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger} align="end">
      <MenuChoices
        label="Compare with"
        value={look.compareWith}
        choices={choices}
        onChoose={(value) => choose(look, value)}
      />
      <Points look={look} />
    </Menu>
  )
}

const choices = [
  { value: 'nothing', label: 'Nothing', hint: 'The file by itself.' },
  { value: 'start', label: 'The session’s start' },
  { value: 'run', label: 'The start of the last run' },
  { value: 'git', label: 'Git', hint: 'The commit that is checked out.' },
]

function choose(look: EditorLook, value: string): void {
  const comparison = comparisons.find((one) => one === value)
  if (comparison && comparison !== 'point') look.compare(comparison)
}

/** Read when the menu opens: what lies ahead of the playhead is not offered. */
function Points({ look }: { readonly look: EditorLook }) {
  const view = useSessionView()
  const runs = useProjection(view, 'timeline', selectRuns, sameItems)
  const points = listPoints(useBookmarks(), runs, view.seq)
  if (points.length === 0) return null
  return (
    <MenuChoices
      label="Another point"
      value={look.compareWith === 'point' ? String(look.point) : undefined}
      choices={points.map(({ seq, label, fact }) => ({ value: String(seq), label, fact }))}
      onChoose={(value) => look.comparePoint(Number(value))}
    />
  )
}

const selectRuns = ({ runs }: TimelineState) => [...runs]
