import type { Outcome } from '#shared/events/value.ts'
import { AppError, type ErrorCode } from '#shared/lib/app-error.ts'

/** Exit codes of all commands. */
export const EXIT = {
  ok: 0,
  failed: 1,
  wrongUsage: 2,
  stopped: 3,
  ownerSilent: 4,
  cancelled: 130,
} as const

/** A flag, an argument or a command that makes no sense. */
export function wrongUsage(message: string, cause?: unknown): AppError {
  return new AppError('invalid-input', message, { cause })
}

const namedWrongly: ReadonlySet<ErrorCode> = new Set(['invalid-input', 'not-found', 'unsupported'])

/** Returns the exit code for an error that a command threw. */
export function exitCodeOf(error: unknown): number {
  if (!AppError.is(error)) return EXIT.failed
  if (error.details.data?.isOwnerSilent === true) return EXIT.ownerSilent
  // A model without its key was named by someone who has none.
  if (error.details.data?.provider !== undefined) return EXIT.wrongUsage
  if (error.code === 'cancelled') return EXIT.cancelled
  return namedWrongly.has(error.code) ? EXIT.wrongUsage : EXIT.failed
}

const byOutcome: Readonly<Record<Outcome, number>> = {
  ok: EXIT.ok,
  error: EXIT.failed,
  denied: EXIT.failed,
  interrupted: EXIT.failed,
  stopped: EXIT.stopped,
  cancelled: EXIT.cancelled,
}

/** Returns the exit code for the outcome of a run. */
export function exitCodeOfRun(outcome: Outcome): number {
  return byOutcome[outcome]
}

/** Whether a call failed because the host is closing or has ended: another process can become the host. */
export function isHostGone(error: unknown): boolean {
  return AppError.is(error) && error.details.data?.isHostGone === true
}
