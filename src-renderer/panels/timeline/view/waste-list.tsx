import { useState } from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { sumWaste, type WasteState } from '#shared/projections/waste.ts'
import {
  type Waste,
  type WasteKind,
  type WasteSum,
  wasteWords,
} from '#shared/projections/waste-sums.ts'
import { useHue } from '../../../session/agents/agent-colors.ts'
import { nameOf } from '../../../session/agents/format-agent.ts'
import { useIsWhole, useSessionView } from '../../../session/session-context.tsx'
import { sameFields, sameItems, useProjection } from '../../../session/use-projection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Swatch } from '../../../ui/buttons/chip.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Loading } from '../../../ui/loading/notice.tsx'
import { formatCost, formatDuration, formatTokens, formatUsd } from '../../../ui/text/format.ts'
import type { LookControls } from '../input/view-options.ts'
import {
  groupWaste,
  tellSum,
  type WasteGroup,
  type WasteGrouping,
  wasteHints,
} from '../model/waste-groups.ts'
import styles from './waste.module.css'

interface WasteListProps extends LookControls {
  readonly now: number
  readonly onGo: (id: string) => void
}

/** Its containers change in place: what is kept are copies. */
const selectWaste = ({ items, byKind, byAgent, waits }: WasteState) => ({
  items: [...items],
  byKind: { ...byKind },
  byAgent: { ...byAgent },
  waits: { ...waits },
})
type Shown = ReturnType<typeof selectWaste>

const isSame = (a: Shown, b: Shown) => sameItems(a.items, b.items) && sameFields(a.waits, b.waits)

/** Where time and money went without anything coming of it, up to the playhead. */
export function WasteList({ look, change, now, onGo }: WasteListProps) {
  const [grouping, setGrouping] = useState<WasteGrouping>('kind')
  const view = useSessionView()
  const shown = useProjection(view, 'waste', selectWaste, isSame)
  const sum = useProjection(view, 'waste', (state) => sumWaste(state, now), sameFields)
  const groups = groupWaste(shown, grouping)
  return (
    <>
      <div className={styles.head}>
        <span className={styles.sum}>{tellSum(sum)}</span>
        <Grouping grouping={grouping} onChoose={setGrouping} />
      </div>
      <div className={styles.groups}>
        <Waiting waits={shown.waits} now={now} onGo={onGo} />
        {groups.map((group) => (
          <Group key={group.key} group={group} grouping={grouping} onGo={onGo} />
        ))}
        {groups.length === 0 && <NoGroups hasWaits={Object.keys(shown.waits).length > 0} />}
      </div>
      <div className={styles.foot}>
        <Switch
          label="Tint lanes by their part of it"
          isOn={look.isTinted}
          onTurn={(isTinted) => change({ isTinted })}
        />
        <Button
          isSmall
          variant="quiet"
          onClick={() => change({ filter: 'kind:waste', isFiltering: true, isWasteShown: false })}
        >
          Show nothing else
        </Button>
      </div>
    </>
  )
}

function NoGroups({ hasWaits }: { readonly hasWaits: boolean }) {
  if (!useIsWhole()) return <Loading label="Loading where it went" />
  if (hasWaits) return null
  return (
    <p className={styles.hint}>
      Nothing so far. Waiting for you, failures, reads made twice and input paid for twice are told
      here.
    </p>
  )
}

interface GroupingProps {
  readonly grouping: WasteGrouping
  readonly onChoose: (grouping: WasteGrouping) => void
}

function Grouping({ grouping, onChoose }: GroupingProps) {
  return (
    <fieldset className={styles.grouping} aria-label="Group by">
      {(['kind', 'agent'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === grouping}
          onClick={() => onChoose(one)}
        >
          By {one}
        </button>
      ))}
    </fieldset>
  )
}

interface WaitingProps extends Pick<WasteListProps, 'now' | 'onGo'> {
  readonly waits: WasteState['waits']
}

/** What still waits has not come out yet: it is told beside the rest. */
function Waiting({ waits, now, onGo }: WaitingProps) {
  const open = Object.entries(waits)
  if (open.length === 0) return null
  return (
    <section className={styles.group} aria-label="Waits now">
      <h3>Waits now</h3>
      <ol>
        {open.map(([id, { agentId, since }]) => (
          <Row
            key={id}
            onGo={onGo}
            item={{ kind: 'waiting', id, agentId, seq: 0, lostMs: now - since, costUsd: 0 }}
          />
        ))}
      </ol>
    </section>
  )
}

/** Those of a group stand above those of its calls. */
function Figures({ lostMs, costUsd, unpriced }: WasteSum) {
  const hasCost = costUsd > 0 || unpriced > 0
  return (
    <>
      <span className={styles.figure}>{lostMs > 0 ? formatDuration(lostMs) : ''}</span>
      <span className={styles.cost}>{hasCost ? formatCost(costUsd, unpriced) : ''}</span>
    </>
  )
}

/** How many are listed at once. */
const LISTED = 8

interface GroupProps {
  readonly group: WasteGroup
  readonly grouping: WasteGrouping
  readonly onGo: (id: string) => void
}

function Group({ group, grouping, onGo }: GroupProps) {
  const [isWhole, setWhole] = useState(false)
  const { key, sum, items } = group
  const listed = isWhole ? items : items.slice(0, LISTED)
  const kind = grouping === 'kind' ? items[0]?.kind : undefined
  return (
    <section className={styles.group} aria-label={kind ? wasteWords[kind] : 'Of one agent'}>
      <h3>
        <span className={styles.name}>
          {kind ? wasteWords[kind] : <AgentName agentId={items[0]?.agentId} />}
        </span>
        <Figures {...sum} />
      </h3>
      {kind && <p className={styles.hint}>{wasteHints[kind]}</p>}
      <ol>
        {listed.map((item) => (
          <Row
            key={`${item.id}-${item.seq}`}
            item={item}
            onGo={onGo}
            kind={kind ? undefined : item.kind}
          />
        ))}
      </ol>
      {listed.length < items.length && (
        <Button isSmall variant="quiet" onClick={() => setWhole(true)} data-group={key}>
          Show {items.length - listed.length} more
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  readonly item: Waste
  /** Named where the group does not. */
  readonly kind?: WasteKind | undefined
  readonly onGo: (id: string) => void
}

/** One call; it leads to where that ended. */
function Row({ item, kind, onGo }: RowProps) {
  const { id, agentId, lostMs, costUsd, tokens } = item
  const title = useProjection(
    useSessionView(),
    'timeline',
    ({ spans }: TimelineState) => spans[id]?.title,
  )
  const facts = [
    ...(kind ? [wasteWords[kind]] : []),
    ...(tokens === undefined ? [] : [`${formatTokens(tokens)} tokens`]),
  ]
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => onGo(id)}>
        <AgentName agentId={agentId} />
        <span className={styles.title}>{title ?? 'A call'}</span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        <span className={styles.figure}>{lostMs > 0 ? formatDuration(lostMs) : ''}</span>
        <span className={styles.cost}>{costUsd === 0 ? '' : formatUsd(costUsd)}</span>
      </button>
    </li>
  )
}

function AgentName({ agentId }: { readonly agentId: SpanId | undefined }) {
  const hue = useHue(agentId)
  const lane = useProjection(useSessionView(), 'timeline', ({ lanes }: TimelineState) =>
    agentId ? lanes[agentId] : undefined,
  )
  return (
    <span className={styles.agent}>
      <Swatch color={hue} />
      <span>{lane ? nameOf(lane) : 'agent'}</span>
    </span>
  )
}
