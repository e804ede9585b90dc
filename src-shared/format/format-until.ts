const MINUTE_MS = 60_000
/** Servers state ends to the second, and a request takes some: `15:00:12` is meant as 15:00. */
const SLACK_MS = 15_000

/**
 * Formats the time at which a wait ends, in the local time zone, rounded up to the minute: `15:00`, with
 * the date where that isn't today: `4 Nov, 15:00`.
 */
export function formatUntil(at: number, now: number): string {
  const date = new Date(Math.ceil((at - SLACK_MS) / MINUTE_MS) * MINUTE_MS)
  const today = new Date(now)
  const time = [date.getHours(), date.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  if (date.toDateString() === today.toDateString()) return time
  const month = date.toLocaleString('en', { month: 'short' })
  const year = date.getFullYear() === today.getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${date.getDate()} ${month}${year}, ${time}`
}
