import type { Draft } from '#shared/events/index.ts'
import { SpanId } from '#shared/ids.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import { closeApprovals } from '../agents/approvals/close-approvals.ts'
import type { Past } from './past.ts'

export interface RewindDrafts {
  readonly past: Past
  readonly now: SessionStates
  /** Paths as agents see them. */
  readonly restored: readonly string[]
}

/** What says that a session was rewound, and sets back what its events alone do not. */
export function toRewindDrafts({ past, now, restored }: RewindDrafts): readonly Draft[] {
  const { seq: to, at, stepsLeftOut, states } = past
  return [
    ...closeApprovals(now, 'The session was rewound to before this.'),
    ...dissolved(states, now),
    ...plansOf(states, now),
    { kind: 'session.rewound', data: { to, at, stepsLeftOut, restored: [...restored] } },
  ]
}

/** Nobody knows any more of a team that was made since. */
function dissolved(then: SessionStates, now: SessionStates): readonly Draft[] {
  return Object.keys(now.delegation.teams)
    .filter((name) => then.delegation.teams[name] === undefined)
    .map((name) => ({ kind: 'team.deleted', data: { name } }))
}

function plansOf(then: SessionStates, now: SessionStates): readonly Draft[] {
  return Object.entries(now.todos.byAgent).flatMap(([id, todos]): Draft[] => {
    const agentId = SpanId.parse(id)
    const before = then.todos.byAgent[agentId] ?? []
    if (JSON.stringify(before) === JSON.stringify(todos)) return []
    return [{ kind: 'todos.changed', agentId, data: { todos: [...before] } }]
  })
}
