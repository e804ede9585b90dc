import { DollarSign } from 'lucide-react'
import { useMemo } from 'react'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { Totals } from '#shared/projections/totals.ts'
import type { UsageState } from '#shared/projections/usage.ts'
import { useIsRecording } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import { hueIn, hueOf } from '../../session/agents/agent-colors.ts'
import { useSessionView } from '../../session/session-context.tsx'
import { sameFields, useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Swatch } from '../../ui/buttons/chip.tsx'
import { Meter } from '../../ui/buttons/meter.tsx'
import { Empty } from '../../ui/loading/notice.tsx'
import { TitleBar } from '../../ui/panels/panel-bar.tsx'
import {
  formatCost,
  formatCount,
  formatNumber,
  formatPriced,
  formatTokens,
} from '../../ui/text/format.ts'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import styles from './usage-panel.module.css'
import { byAgent, byName, cachedShare, type UsageRow } from './usage-rows.ts'

/** Tokens and money of this session up to the playhead: in all, by agent, by model. */
export function UsagePanel() {
  return (
    <>
      <TitleBar>Cost</TitleBar>
      <Usage />
    </>
  )
}

function Usage() {
  const view = useSessionView()
  const total = useProjection(view, 'usage', selectTotal)
  const agents = useProjection(view, 'usage', selectAgents, sameFields)
  const models = useProjection(view, 'usage', selectModels, sameFields)
  const lanes = useProjection(view, 'timeline', selectLanes, sameFields)
  const rows = useMemo(
    () => ({ agents: byAgent(agents, lanes), models: byName(models) }),
    [agents, models, lanes],
  )
  if (total.calls === 0) {
    return (
      <Empty icon={<DollarSign aria-hidden="true" />}>
        Tokens and cost of this session appear here with its first model call.
      </Empty>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className={styles.usage} tabIndex={0}>
      <Figures total={total} />
      <AllSessions />
      <UsageTable
        title="By agent"
        rows={rows.agents}
        total={total}
        hueOfRow={({ agentId }) => (agentId ? hueIn(lanes, agentId) : hueOf(0))}
      />
      <UsageTable title="By model" rows={rows.models} total={total} hueOfRow={() => hueOf(1)} />
    </div>
  )
}

/** What others cost is not in a recording. */
function AllSessions() {
  const { openSpending } = useNavigation()
  if (useIsRecording()) return null
  return (
    <Button className={styles.all ?? ''} isSmall variant="quiet" onClick={openSpending}>
      What all sessions cost
    </Button>
  )
}

function Figures({ total }: { readonly total: Totals }) {
  const share = cachedShare(total)
  return (
    <dl className={styles.figures}>
      <Figure value={formatPriced(total.costUsd, total.unpricedCalls)} label="spent so far" />
      <Figure
        value={formatTokens(total.inputTokens + total.outputTokens)}
        label={`tokens in ${formatNumber(total.calls, 'model call')}`}
      />
      {share !== undefined && (
        <Figure value={`${Math.round(share * 100)} %`} label="of input read from cache" />
      )}
      {total.savedUsd !== 0 && <Saved usd={total.savedUsd} />}
      {total.reasoningTokens > 0 && (
        <Figure value={formatTokens(total.reasoningTokens)} label="tokens of reasoning" />
      )}
      {total.unpricedCalls > 0 && (
        <Figure value={formatCount(total.unpricedCalls)} label="calls without a price" />
      )}
    </dl>
  )
}

function Saved({ usd }: { readonly usd: number }) {
  const label = usd > 0 ? 'saved by the cache' : 'spent on filling the cache'
  return <Figure value={formatCost(Math.abs(usd), 0)} label={label} />
}

function Figure({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface UsageTableProps {
  readonly title: string
  readonly rows: readonly UsageRow[]
  readonly total: Totals
  readonly hueOfRow: (row: UsageRow) => string
}

function UsageTable({ title, rows, total, hueOfRow }: UsageTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
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
        {rows.map((row) => (
          <UsageLine key={row.id} row={row} total={total} hue={hueOfRow(row)} />
        ))}
      </tbody>
    </table>
  )
}

interface UsageLineProps {
  readonly row: UsageRow
  readonly total: Totals
  readonly hue: string
}

function UsageLine({ row: { name, task, totals }, total, hue }: UsageLineProps) {
  const share = cachedShare(totals)
  const isUnpriced = totals.costUsd === 0 && totals.unpricedCalls > 0
  return (
    <tr>
      <th scope="row">
        <span className={styles.name} title={task ?? name}>
          <Swatch color={hue} />
          <span>
            {name}
            {task && <small>{task}</small>}
          </span>
        </span>
      </th>
      <td>{formatCount(totals.calls)}</td>
      <td>{formatTokens(totals.inputTokens)}</td>
      <td>{formatTokens(totals.outputTokens)}</td>
      <td>{share === undefined ? '—' : `${Math.round(share * 100)} %`}</td>
      <td className={isUnpriced ? undefined : styles.cost}>
        {formatCost(totals.costUsd, totals.unpricedCalls)}
      </td>
      <td className={styles.share}>
        <Meter share={shareOf(totals, total)} color={hue} />
      </td>
    </tr>
  )
}

/** Of the money; of the tokens where nothing has a price. */
function shareOf(part: Totals, whole: Totals): number {
  if (whole.costUsd > 0) return part.costUsd / whole.costUsd
  const tokens = ({ inputTokens, outputTokens }: Totals) => inputTokens + outputTokens
  return tokens(whole) === 0 ? 0 : tokens(part) / tokens(whole)
}

const selectTotal = (state: UsageState) => state.total
const selectAgents = (state: UsageState) => ({ ...state.byAgent })
const selectModels = (state: UsageState) => ({ ...state.byModel })
const selectLanes = (state: TimelineState) => ({ ...state.lanes })
