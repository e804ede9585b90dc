import type { Draft } from '#shared/events/index.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { closeApprovals } from '../agents/approvals/close-approvals.ts'
import type { Continuation } from '../log/event-log.ts'
import { type CutOff, toEnd } from '../log/recovery.ts'
import type { Past } from './past.ts'
import type { MadePlace } from './places.ts'

const CUT_OFF: CutOff = {
  outcome: 'stopped',
  reason: 'The session was forked here. This run goes on in the session it was forked from.',
  call: {
    outcome: 'stopped',
    result:
      'The session was forked while this call was running: what it did after that is not here.',
  },
}

export interface ForkDrafts {
  readonly past: Past
  /** The session that is forked, as it is now. */
  readonly parent: { readonly title: string; readonly status: StatusState }
  readonly title: string
  readonly made: MadePlace
  readonly notRestored: readonly string[]
}

/** What a fork's log goes on with: the ends of what was open then, and where it begins. */
export function toForkDrafts({ past, parent, title, made, notRestored }: ForkDrafts): Continuation {
  const { sessionId: from, seq, at, states, openSpans, stepsLeftOut } = past
  const origin = parent.status.forkedFrom?.origin ?? from
  const begun = { from, fromTitle: parent.title, seq, at, inherited: seq, origin, stepsLeftOut }
  return {
    ended: [
      ...closeApprovals(states, 'The session was forked here.'),
      ...openSpans.toReversed().map((span) => toEnd(span, CUT_OFF)),
    ],
    drafts: [
      { kind: 'session.forked', data: { ...begun, ...made, notRestored: [...notRestored] } },
      ...configured(states.status, parent.status),
      { kind: 'session.renamed', data: { title, by: 'host' } },
    ],
  }
}

/** Of a moment before anything was chosen, what was chosen then. */
function configured(then: StatusState, { model, fallbacks, profile }: StatusState): Draft[] {
  if (then.model && then.profile) return []
  const chosen = {
    ...(model && { model }),
    ...(fallbacks && { fallbacks: [...fallbacks] }),
    ...(profile && { profile }),
  }
  return [{ kind: 'session.configured', data: chosen }]
}

const NUMBERED = / \(fork(?: \d+)?\)$/

/** `Title (fork)`, `Title (fork 2)` …: the first that none of `taken` is. */
export function forkTitle(of: string, taken: ReadonlySet<string>): string {
  const title = of.replace(NUMBERED, '')
  for (let number = 1; ; number += 1) {
    const numbered = `${title} (fork${number === 1 ? '' : ` ${number}`})`
    if (!taken.has(numbered)) return numbered
  }
}
