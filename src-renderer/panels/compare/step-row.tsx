import type { MouseEvent } from 'react'
import type { StepRow as Row } from '#shared/compare/compare-runs.ts'
import { tellDifferences } from '#shared/compare/difference-words.ts'
import type { RunItem } from '#shared/compare/run-record.ts'
import { hueOfType } from '../../client/agent-hues.ts'
import { Swatch } from '../../ui/chip.tsx'
import { formatElapsed } from '../../ui/format.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { outcomeOf, tellItem } from './step-words.ts'
import styles from './steps.module.css'

export type Side = 'left' | 'right'

export interface StepRowProps {
  readonly row: Row
  /** From 0. */
  readonly index: number
  readonly count: number
  readonly top: number
  readonly isHere: boolean
  /** When both runs began, in milliseconds since the epoch. */
  readonly begins: Readonly<Record<Side, number>>
  readonly onSelect: () => void
  readonly onOpen: (side: Side) => void
}

export function rowId(index: number): string {
  return `compared-${index}`
}

/** One step of both runs. */
export function StepRow(props: StepRowProps) {
  const { row, index, count, top, isHere, onSelect } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list it is in has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list it is in has the focus.
    <div
      id={rowId(index)}
      role="option"
      aria-selected={isHere}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={styles.row}
      data-kind={kindOf(row)}
      style={{ top }}
      onClick={onSelect}
    >
      <span className={styles.number}>
        <VisuallyHidden>Step </VisuallyHidden>
        {index + 1}
      </span>
      <Cell {...props} side="left" item={row.left} />
      <span className={styles.told}>{tellDifferences(row)}</span>
      <Cell {...props} side="right" item={row.right} />
    </div>
  )
}

function kindOf({ left, right, differences }: Row): string {
  if (!right) return 'left'
  if (!left) return 'right'
  return differences.length > 0 ? 'differs' : 'alike'
}

type CellProps = StepRowProps & { readonly side: Side; readonly item: RunItem | undefined }

function Cell({ side, item, begins, onOpen }: CellProps) {
  if (!item) return <span className={styles.cell} />
  const outcome = outcomeOf(item)
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    onOpen(side)
  }
  return (
    <span className={styles.cell} style={{ paddingLeft: 8 + 12 * item.depth }}>
      <VisuallyHidden>{`${side}, ${item.type === 'step' ? item.agent : 'you'}: `}</VisuallyHidden>
      {item.type === 'step' && <Swatch color={hueOfType(item.agentType)} />}
      <span className={item.type === 'prompt' ? styles.said : styles.did} title={tellItem(item)}>
        {tellItem(item)}
      </span>
      {outcome && <span className={styles.outcome}>{outcome}</span>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for pointers; keys have Enter. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for pointers; keys have Enter. */}
      <span className={styles.time} title="Open the session at this instant" onClick={open}>
        {formatElapsed(item.at - begins[side])}
      </span>
    </span>
  )
}
