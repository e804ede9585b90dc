import { ChevronDown, ChevronFirst, ChevronLast, ChevronUp, GitFork, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ApprovalsState } from '#shared/projections/approvals.ts'
import type { ModelSpan } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import { useIsRecording } from '../../connection/host-context.tsx'
import { type PastDoing, useNavigation } from '../../navigation/navigation.tsx'
import { useHue } from '../../session/agents/agent-colors.ts'
import {
  useIsWhole,
  useLiveView,
  usePlayhead,
  usePlayheadControls,
  useSelection,
  useSessionId,
  useSessionView,
} from '../../session/session-context.tsx'
import { useSpanPicking } from '../../session/span-selection.ts'
import { useProjection } from '../../session/use-projection.ts'
import { Swatch } from '../../ui/buttons/chip.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Empty, Loading } from '../../ui/loading/notice.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { PanelBar } from '../../ui/panels/panel-bar.tsx'
import { formatPath } from '../../ui/text/format.ts'
import styles from './inspector-panel.module.css'
import { ModelDetails } from './model-call-details.tsx'
import { CallDetails } from './tool-call-details.tsx'

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

function Neighbours({
  spanId,
  onStep,
}: {
  readonly spanId: string
  readonly onStep: (by: By) => void
}) {
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

/** Forks from before the call or from its end, and rewinds to there. */
function PastMenu({ spanId }: { readonly spanId: string }) {
  const isRecording = useIsRecording()
  const sessionId = useSessionId()
  const { openPast } = useNavigation()
  const { goLive } = usePlayhead()
  const span = useProjection(useLiveView(), 'timeline', ({ spans }: TimelineState) => spans[spanId])
  if (isRecording || !span || span.seq < 2) return null
  const { seq, endSeq } = span
  const go = (doing: PastDoing, to: number) => () => openPast(doing, { sessionId, seq: to }, goLive)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Fork or rewind">
          <GitFork aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onSelect={go('fork', seq - 1)}>Fork from before it…</MenuItem>
      {endSeq && <MenuItem onSelect={go('fork', endSeq)}>Fork from its end…</MenuItem>}
      <MenuItem onSelect={go('rewind', seq - 1)}>Rewind to before it…</MenuItem>
      {endSeq && <MenuItem onSelect={go('rewind', endSeq)}>Rewind to its end…</MenuItem>}
    </Menu>
  )
}
