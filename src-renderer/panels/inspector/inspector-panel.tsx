import { ChevronDown, ChevronFirst, ChevronLast, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ApprovalsState } from '#shared/projections/approvals.ts'
import type { ModelSpan } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import { useHue } from '../../client/agent-hues.ts'
import {
  useIsWhole,
  useLiveView,
  usePlayheadControls,
  useSelection,
  useSessionView,
} from '../../client/session-context.tsx'
import { useSpanPicking } from '../../client/span-picking.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Swatch } from '../../ui/chip.tsx'
import { formatPath } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, Loading } from '../../ui/notice.tsx'
import { PanelBar } from '../../ui/panel-bar.tsx'
import { CallDetails } from './call-details.tsx'
import styles from './inspector-panel.module.css'
import { ModelDetails } from './model-details.tsx'
import { PastMenu } from './past-menu.tsx'

/** The call that was pointed at in the timeline or the transcript, as it is at the playhead. */
export function InspectorPanel() {
  const { spanId = '', select } = useSelection()
  const shown = useInspected(spanId)
  const close = () => select({ spanId: undefined })
  const step = useStepping(spanId)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    const by = event.altKey ? stepKeys[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key comes from whatever inside has the focus.
    <div className={styles.panel} onKeyDown={onKeyDown}>
      <PanelBar className={styles.head}>
        {shown && <Title shown={shown} />}
        <Neighbours spanId={spanId} onStep={step} />
        <Moments spanId={spanId} />
        <PastMenu spanId={spanId} />
        <IconButton label="Close the inspector" onClick={close}>
          <X aria-hidden="true" />
        </IconButton>
      </PanelBar>
      {shown ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <div key={spanId} className={styles.body} tabIndex={0}>
          {shown.type === 'model' ? <ModelDetails span={shown} /> : <CallDetails call={shown} />}
        </div>
      ) : (
        <NotThere />
      )}
    </div>
  )
}

function NotThere() {
  if (!useIsWhole()) return <Loading label="Loading the call" />
  return <Empty>This call has not begun at this moment.</Empty>
}

type Inspected = ModelSpan | CallItem

/** A wait for a person is shown as the call that waited. */
function useInspected(id: string): Inspected | undefined {
  const view = useSessionView()
  const callId = useProjection(view, 'approvals', ({ approvals }: ApprovalsState) => {
    const waited = Object.values(approvals).find(({ approvalId }) => approvalId === id)
    return waited?.spanId ?? id
  })
  const span = useProjection(view, 'timeline', ({ spans }: TimelineState) => {
    const found = spans[id]
    return found?.type === 'model' ? found : undefined
  })
  const call = useProjection(view, 'transcript', ({ items }: TranscriptState) => {
    const found = items[callId]
    return found?.type === 'call' ? found : undefined
  })
  return span ?? call
}

function Title({ shown }: { readonly shown: Inspected }) {
  const agentId = useProjection(
    useSessionView(),
    'timeline',
    ({ spans }: TimelineState) => spans[shown.id]?.agentId,
  )
  const hue = useHue(agentId)
  const title = formatPath(shown.title)
  return (
    <h2 className={styles.title} title={title}>
      <Swatch color={hue} />
      <span>{title}</span>
    </h2>
  )
}

type By = -1 | 1

const stepKeys: Readonly<Record<string, By>> = { ArrowUp: -1, ArrowDown: 1 }

/** Inspects what the same agent did before, or next. */
function useStepping(spanId: string): (by: By) => void {
  const live = useLiveView()
  const { pick } = useSpanPicking()
  return (by) => {
    const next = neighbourOf(live.state('timeline'), spanId, by)
    if (next) pick(next)
  }
}

function neighbourOf({ spans, order }: TimelineState, spanId: string, by: By): string | undefined {
  const agentId = spans[spanId]?.agentId
  for (let at = order.indexOf(spanId) + by; at >= 0 && at < order.length; at += by) {
    const id = order[at]
    if (id !== undefined && spans[id]?.agentId === agentId) return id
  }
  return undefined
}

interface NeighboursProps {
  readonly spanId: string
  readonly onStep: (by: By) => void
}

function Neighbours({ spanId, onStep }: NeighboursProps) {
  const live = useLiveView()
  const isKnown = useProjection(live, 'timeline', ({ spans }: TimelineState) => spanId in spans)
  if (!isKnown) return null
  return (
    <>
      <IconButton
        label="The call before"
        shortcut="Alt+ArrowUp"
        data-command="previous-call"
        onClick={() => onStep(-1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label="The next call"
        shortcut="Alt+ArrowDown"
        data-command="next-call"
        onClick={() => onStep(1)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </>
  )
}

/** Takes the playhead to the beginning of the call, and to its end. */
function Moments({ spanId }: { readonly spanId: string }) {
  const { seek, goLive } = usePlayheadControls()
  const live = useLiveView()
  const span = useProjection(live, 'timeline', ({ spans }: TimelineState) => spans[spanId])
  if (!span) return null
  const { seq, endSeq } = span
  const toEnd = () => (endSeq === undefined || endSeq >= live.seq ? goLive() : seek(endSeq))
  return (
    <>
      <IconButton label="Go to its beginning" onClick={() => seek(seq)}>
        <ChevronFirst aria-hidden="true" />
      </IconButton>
      <IconButton label="Go to its end" onClick={toEnd}>
        <ChevronLast aria-hidden="true" />
      </IconButton>
    </>
  )
}
