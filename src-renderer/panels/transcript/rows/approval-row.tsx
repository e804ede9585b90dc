import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Approval } from '#shared/projections/approvals.ts'
import type { UnfinishedCall } from '#shared/projections/calls.ts'
import type { TerminalsState } from '#shared/projections/terminals.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { ApprovalCard } from '../../../cards/approvals/approval-card.tsx'
import { DECIDING, focusDeciding } from '../../../cards/approvals/decide.ts'
import { UnfinishedCard } from '../../../cards/calls/unfinished-card.tsx'
import { nameOf } from '../../../session/agents/format-agent.ts'
import { useSessionView } from '../../../session/session-context.tsx'
import { useProjection } from '../../../session/use-projection.ts'
import { useViewClock } from '../../../session/use-view-clock.ts'
import { formatSoFar } from '../../../ui/text/format.ts'

/** A call that waits for a person, where it arose. */
export function ApprovalRow({ approval }: { readonly approval: Approval }) {
  const { agentId, requestedAt } = approval
  const { card, handOn } = useHandedFocus()
  const name = useProjection(useSessionView(), 'timeline', ({ lanes }: TimelineState) => {
    const lane = lanes[agentId]
    return lane ? nameOf(lane) : 'An agent'
  })
  const waited = <Waited since={requestedAt} />
  return (
    <ApprovalCard
      ref={card}
      approval={approval}
      agentName={name}
      waited={waited}
      onDecide={handOn}
    />
  )
}

/** By itself, so that nothing else is drawn anew with every second. */
function Waited({ since }: { readonly since: number }) {
  return formatSoFar(useViewClock(true) - since)
}

interface HandedFocus {
  readonly card: RefObject<HTMLElement | null>
  /** What has the focus on the card decides: as it goes, somebody else is to have the focus. */
  readonly handOn: () => void
}

/**
 * A card that goes while it has the focus hands it on. Decided here, to the next that waits or else
 * to the prompt; otherwise to the transcript around it, so that no key decides what came unasked.
 */
function useHandedFocus(): HandedFocus {
  const card = useRef<HTMLElement>(null)
  const isDecided = useRef(false)
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      if (!element || !hasFocus(element, isDecided.current)) return
      const list = element.closest<HTMLElement>('[role="log"]')
      if (!isDecided.current || !focusNext(element, list)) list?.focus({ preventScroll: true })
    }
  }, [])
  const handOn = () => {
    isDecided.current = true
  }
  return { card, handOn }
}

/** What has decided can't be used any more, and may have lost the focus to nobody by that. */
function hasFocus(card: HTMLElement, isDecided: boolean): boolean {
  const { activeElement, body } = document
  return card.contains(activeElement) || (isDecided && activeElement === body)
}

/** Answers whether there was anybody to take it. */
function focusNext(card: HTMLElement, list: HTMLElement | null): boolean {
  const waiting = [...(list?.querySelectorAll<HTMLElement>(DECIDING) ?? [])]
  const next = waiting.find((one) => !card.contains(one))
  if (next) {
    focusDeciding(next)
    return true
  }
  const column = card.closest('[data-column]')
  const prompt = column?.querySelector<HTMLElement>('[data-focus="prompt"]')
  prompt?.focus()
  return prompt !== null && prompt !== undefined
}

/** A call that was cut off, in its session. */
export function UnfinishedRow({ call }: { readonly call: UnfinishedCall }) {
  const { spanId, agentId } = call
  const view = useSessionView()
  const name = useProjection(view, 'timeline', ({ lanes }: TimelineState) => {
    const lane = lanes[agentId]
    return lane && nameOf(lane)
  })
  const output = useProjection(
    view,
    'terminals',
    ({ terminals }: TerminalsState) => terminals[spanId]?.output ?? '',
  )
  return <UnfinishedCard call={call} agentName={name} output={output} />
}
