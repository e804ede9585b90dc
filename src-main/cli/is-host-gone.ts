import { AppError } from '#shared/error.ts'

/** Whether a call failed because the host is closing or has ended: another process can become the host. */
export function isHostGone(error: unknown): boolean {
  return AppError.is(error) && error.details.data?.isHostGone === true
}
