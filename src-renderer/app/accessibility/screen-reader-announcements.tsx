import type { ApprovalsState } from '#shared/projections/approvals.ts'
import type { CallsState } from '#shared/projections/calls.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useLiveView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'

/** Says what a person who cannot see the window has to know: that a call waits, and that a run has ended. */
export function Announcements() {
  const view = useLiveView()
  const waiting = useProjection(view, 'approvals', selectWaiting)
  const cutOff = useProjection(view, 'calls', selectCutOff)
  const ended = useProjection(view, 'status', selectEnded)
  return (
    <VisuallyHidden>
      <span role="alert">{waiting}</span>
      <span role="alert">{cutOff}</span>
      <span role="status">{ended}</span>
    </VisuallyHidden>
  )
}

function selectWaiting({ open, approvals }: ApprovalsState): string {
  const first = open[0] && approvals[open[0]]
  if (!first) return ''
  const what = first.type === 'question' ? 'A question' : 'A call'
  return `${what} waits for you: ${first.title}`
}

function selectCutOff({ order, unfinished }: CallsState): string {
  const first = order[0] && unfinished[order[0]]
  return first ? `A call was cut off and waits for your word: ${first.title}` : ''
}

function selectEnded({ runId, lastOutcome, lastReason }: StatusState): string {
  if (runId || !lastOutcome) return ''
  return lastOutcome === 'ok'
    ? 'The run has ended.'
    : `The run has ended. ${lastReason ?? lastOutcome}`
}
