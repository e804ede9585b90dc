/** When each of the servers answered. */
export const LIMITED_AT = Date.UTC(2025, 8, 18, 12, 0, 0)

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const AT_SECONDS = LIMITED_AT / SECOND

/** The next time at which clocks of this machine show an hour. */
export function nextHere(hour: number, minute = 0): number {
  const at = new Date(LIMITED_AT)
  at.setHours(hour, minute, 0, 0)
  if (at.getTime() < LIMITED_AT) at.setDate(at.getDate() + 1)
  return at.getTime() - LIMITED_AT
}
