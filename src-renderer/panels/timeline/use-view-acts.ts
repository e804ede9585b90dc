import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useLiveView, useSelection } from '../../client/session-context.tsx'
import { useSpanPicking } from '../../client/span-picking.ts'
import { type LookControls, openFilter } from './look.ts'
import type { Stage } from './stage.ts'
import type { FilterResult } from './use-matches.ts'
import { isViewAct, VIEW_ACT_EVENT, type ViewAct } from './view-acts.ts'

interface ViewActsUse extends LookControls {
  readonly stage: Stage
  readonly redraw: RefObject<() => void>
  readonly field: RefObject<HTMLInputElement | null>
  readonly result: FilterResult
}

const PAN_PART = 0.25
const ZOOM_STEP = 1.5

/** Carries out what is asked of how the timeline is looked at. */
export function useViewActs(use: ViewActsUse): (act: ViewAct) => void {
  const { stage, redraw, field, look, change, result } = use
  const live = useLiveView()
  const { spanId } = useSelection()
  const { goTo } = useSpanPicking()
  const acts: Readonly<Record<ViewAct, () => void>> = {
    'zoom-in': () => stage.zoomHere(1 / ZOOM_STEP),
    'zoom-out': () => stage.zoomHere(ZOOM_STEP),
    'zoom-to-selection': () => stage.showSelected(),
    'show-all': () => stage.showAll(),
    'pan-back': () => stage.panPart(-PAN_PART),
    'pan-on': () => stage.panPart(PAN_PART),
    'next-match': () => result.step('next'),
    'previous-match': () => result.step('previous'),
    'go-to-selection': () => spanId && goTo(spanId),
    'toggle-tree': () => change({ isTree: !look.isTree }),
    'show-waste': () => change({ isWasteShown: true }),
    'fold-lanes': () => change({ collapsed: new Set(live.state('timeline').laneOrder) }),
    'unfold-lanes': () => change({ collapsed: new Set() }),
    filter: () => openFilter(change, field),
  }
  return (act) => {
    acts[act]()
    redraw.current()
  }
}

/** Has the panel do what a command of the window asks for. */
export function useAskedActs(
  panel: RefObject<HTMLElement | null>,
  act: (asked: ViewAct) => void,
): void {
  const onAsked = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent && isViewAct(event.detail)) act(event.detail)
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: Event) => onAsked(event)
    panel.current?.addEventListener(VIEW_ACT_EVENT, listen, { signal: listening.signal })
    return () => listening.abort()
  }, [panel])
}
