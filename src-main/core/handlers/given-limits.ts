import { explainIgnoredEventLimit } from '#shared/event-limit.ts'
import { type GivenLimits, Limits } from '#shared/settings.ts'
import type { Parts } from './parts.ts'

/** Drops a limit on events, and says so in the logs: older clients may still send one. */
export function toLimits({ logs }: Pick<Parts, 'logs'>, given: GivenLimits): Limits {
  if (given.events !== undefined) warnOfEventLimit({ logs })
  return Limits.parse(given)
}

export function warnOfEventLimit({ logs }: Pick<Parts, 'logs'>): void {
  logs.write('warn', { module: 'host', message: explainIgnoredEventLimit('limits.events') })
}
