import { useMemo, useSyncExternalStore } from 'react'
import type { SpanId } from '#shared/ids.ts'
import { useLiveView, usePlayheadControls, useSelection } from '../../client/session-context.tsx'
import { useSpanPicking } from '../../client/span-picking.ts'
import { lanesWithout } from './lane-rows.ts'
import { parseFilter } from './span-filter.ts'
import { nextMatch, SpanMatches } from './span-matches.ts'
import type { Direction } from './steps.ts'

/** What a filter lets through of the session so far, wherever the playhead is. */
export interface FilterResult {
  /** Absent while nothing is asked for. */
  readonly matches: SpanMatches | undefined
  readonly count: number
  /** From 1, where the selected span is among them. */
  readonly place: number | undefined
  readonly lanesWithout: ReadonlySet<SpanId>
  /** Selects the next one and goes there; behind the last comes the first. */
  step(direction: Direction): void
}

const noLanes: ReadonlySet<SpanId> = new Set()

export function useMatches(text: string): FilterResult {
  const live = useLiveView()
  const { spanId = '' } = useSelection()
  const matches = useMemo(() => {
    const filter = parseFilter(text)
    return filter && new SpanMatches(filter)
  }, [text])
  const version = useSyncExternalStore(live.subscribe, () => {
    matches?.update({ timeline: live.state('timeline'), waste: live.state('waste') })
    return matches?.version ?? -1
  })
  const hidden = useMemo(
    () =>
      matches && version >= 0
        ? lanesWithout(live.state('timeline'), (agentId) => matches.countIn(agentId))
        : noLanes,
    [live, matches, version],
  )
  const isPlaced = matches?.has(spanId) === true
  return {
    matches,
    count: matches?.count ?? 0,
    place: isPlaced ? matches.list(live.state('timeline')).indexOf(spanId) + 1 : undefined,
    lanesWithout: hidden,
    step: useStep(matches),
  }
}

/** From what is selected, or else from the playhead. */
function useStep(matches: SpanMatches | undefined): (direction: Direction) => void {
  const live = useLiveView()
  const controls = usePlayheadControls()
  const { spanId = '' } = useSelection()
  const { goTo } = useSpanPicking()
  return (direction) => {
    const { playhead } = controls
    const timeline = live.state('timeline')
    const from = timeline.spans[spanId]?.seq ?? (playhead === 'live' ? undefined : playhead)
    const next = matches && nextMatch(matches, timeline, { from, direction })
    if (next) goTo(next.id)
  }
}
