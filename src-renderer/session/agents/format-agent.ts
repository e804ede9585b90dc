import type { Outcome } from '#shared/events/value.ts'
import type { Lane, RestReason } from '#shared/projections/lanes.ts'

/** What a person calls an agent: by its name, where it has one. */
export function nameOf({ teammate, type }: Pick<Lane, 'teammate' | 'type'>): string {
  return teammate ?? type
}

const ends: Readonly<Record<Outcome, string>> = {
  ok: 'done',
  error: 'failed',
  denied: 'refused',
  cancelled: 'cancelled',
  stopped: 'stopped',
  interrupted: 'interrupted',
}

/** What an agent is doing, in a word or two. */
export function tellLane({ rest, outcome }: Pick<Lane, 'rest' | 'outcome'>): string {
  if (!rest) return 'works'
  if (rest.reason === 'over') return outcome ? ends[outcome] : 'never began'
  return tellRest(rest.reason)
}

const rests: Readonly<Record<RestReason, string>> = {
  queued: 'waits for a place',
  asleep: 'asleep',
  over: 'not at work',
}

/** Why an agent is, or was, not at work. */
export function tellRest(reason: RestReason): string {
  return rests[reason]
}
