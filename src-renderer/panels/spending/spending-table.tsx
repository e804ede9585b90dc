import type { Dimension, SpendingGroup, SpendingReport } from '#shared/spending/spending-query.ts'
import { Swatch } from '../../ui/buttons/chip.tsx'
import { Meter } from '../../ui/buttons/meter.tsx'
import { formatCost, formatCount, formatTokens } from '../../ui/text/format.ts'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import { dimensionNames, hueOfGroup } from './spending-groups.ts'
import styles from './spending-table.module.css'

interface SpendingTableProps {
  readonly by: Dimension
  readonly report: SpendingReport
  readonly nameOf: (key: string) => string
  /** The group whose calls are listed. */
  readonly picked: string | undefined
  readonly onPick: (key: string) => void
}

/** What each project, session, type, provider, model or tool came to. */
export function SpendingTable({ by, report, nameOf, picked, onPick }: SpendingTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">By {dimensionNames[by]}</th>
          <th scope="col">Calls</th>
          <th scope="col">Input</th>
          <th scope="col">Output</th>
          <th scope="col">Cached</th>
          <th scope="col">Cost</th>
          <th scope="col">
            <VisuallyHidden>Share</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {report.groups.slice(0, SHOWN).map((group) => (
          <Row
            key={group.key}
            group={group}
            name={nameOf(group.key)}
            hue={hueOfGroup(by, report, group.key)}
            share={shareOf(group, report)}
            isPicked={group.key === picked}
            onPick={() => onPick(group.key)}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Nobody reads further down a list that begins with what cost most. */
const SHOWN = 200

interface RowProps {
  readonly group: SpendingGroup
  readonly name: string
  readonly hue: string
  readonly share: number
  readonly isPicked: boolean
  readonly onPick: () => void
}

function Row({ group: { totals }, name, hue, share, isPicked, onPick }: RowProps) {
  const { calls, inputTokens, outputTokens, cacheReadTokens, costUsd, unpricedCalls } = totals
  const cached = inputTokens === 0 ? '—' : `${Math.round((cacheReadTokens / inputTokens) * 100)} %`
  return (
    <tr data-picked={isPicked}>
      <th scope="row">
        <button
          type="button"
          aria-pressed={isPicked}
          title={`The calls of ${name}`}
          onClick={onPick}
        >
          <Swatch color={hue} />
          <span>{name}</span>
        </button>
      </th>
      <td>{calls < 1 ? '<1' : formatCount(calls)}</td>
      <td>{formatTokens(Math.round(inputTokens))}</td>
      <td>{formatTokens(Math.round(outputTokens))}</td>
      <td>{cached}</td>
      <td className={styles.cost}>{formatCost(costUsd, unpricedCalls)}</td>
      <td className={styles.share}>
        <Meter share={share} color={hue} />
      </td>
    </tr>
  )
}

/** Of the money; of the tokens where nothing has a price. */
function shareOf({ totals }: SpendingGroup, { total }: SpendingReport): number {
  if (total.costUsd > 0) return totals.costUsd / total.costUsd
  const all = total.inputTokens + total.outputTokens
  return all === 0 ? 0 : (totals.inputTokens + totals.outputTokens) / all
}
