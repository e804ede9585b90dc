import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SpanId } from '#shared/lib/ids.ts'
import { useLiveView, useSelection } from '../../../session/session-context.tsx'
import { useSpanPicking } from '../../../session/span-selection.ts'
import type { FilterResult } from '../model/span-filter.ts'
import type { Stage } from '../model/timeline-stage.ts'
import { isViewAct, VIEW_ACT_EVENT, type ViewAct } from './view-actions.ts'

/** How a person looks at the timeline, beside zoom and place. */
export interface Look {
  readonly collapsed: ReadonlySet<SpanId>
  /** The field is there, even if nothing is written in it. */
  readonly isFiltering: boolean
  readonly filter: string
  /** Lanes in which nothing matches are left out. */
  readonly isMatchedOnly: boolean
  readonly isTree: boolean
  readonly isWasteShown: boolean
  /** Lanes are tinted by how much of the waste is theirs. */
  readonly isTinted: boolean
}

const plain: Look = {
  collapsed: new Set(),
  isFiltering: false,
  filter: '',
  isMatchedOnly: false,
  isTree: false,
  isWasteShown: false,
  isTinted: false,
}

export interface LookControls {
  readonly look: Look
  /** What is absent stays as it is. */
  change(change: Partial<Look>): void
}

export function useLook(): LookControls {
  const [look, setLook] = useState(plain)
  return { look, change: (change) => setLook((before) => ({ ...before, ...change })) }
}

/** Opens the field in which the timeline is filtered. What is typed right behind is for it, however busy the page is. */
export function openFilter(
  change: LookControls['change'],
  field: RefObject<HTMLInputElement | null>,
): void {
  flushSync(() => change({ isFiltering: true }))
  field.current?.focus()
  field.current?.select()
  // What was open above gives the focus back as it closes.
  requestAnimationFrame(() => field.current?.focus())
}

export function toggled(all: ReadonlySet<SpanId>, id: SpanId): ReadonlySet<SpanId> {
  const next = new Set(all)
  if (!next.delete(id)) next.add(id)
  return next
}

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
  const onCommand = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent && isViewAct(event.detail)) act(event.detail)
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: Event) => onCommand(event)
    panel.current?.addEventListener(VIEW_ACT_EVENT, listen, { signal: listening.signal })
    return () => listening.abort()
  }, [panel])
}
