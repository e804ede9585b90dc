import { AppError } from '#shared/error.ts'

/** Whether a call failed because the host that was asked has ended, or does not answer. */
export function isHostGone(error: unknown): boolean {
  return AppError.is(error) && error.code === 'unavailable'
}
