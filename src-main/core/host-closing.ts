import { AppError } from '#shared/error.ts'

/** Why a host that is about to end refuses new work. Another process can become the host and do it. */
export function hostClosing(): AppError {
  return new AppError('unavailable', 'Orrery is closing.', { data: { isHostGone: true } })
}
