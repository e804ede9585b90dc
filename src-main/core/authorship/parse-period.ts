import { AppError } from '#shared/lib/app-error.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const UNITS: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  hour: HOUR_MS,
  d: DAY_MS,
  day: DAY_MS,
  w: 7 * DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
}

/**
 * When that was, in milliseconds since the epoch: a day or time as ISO writes it, `yesterday`, `3 days ago`, `24h`.
 * Nothing said: since the day before, or since Friday on a weekend and a Monday (UTC). Fails with a sentence.
 */
export function readWhen(text: string | undefined, now: number): number {
  const said = text?.trim().toLowerCase()
  if (!said) return midnight(now - daysBack(now) * DAY_MS)
  if (said === 'today') return midnight(now)
  if (said === 'yesterday') return midnight(now - DAY_MS)
  const ago =
    /^(?:the )?(?:last |past )?(\d{1,4}|an?)?\s*(h|d|w|hour|day|week|month|year)s?(?: ago)?$/u.exec(
      said,
    )
  const unit = UNITS[ago?.[2] ?? '']
  if (ago && unit !== undefined) {
    const count = Number(ago[1] ?? 1)
    return now - (Number.isNaN(count) ? 1 : count) * unit
  }
  const at = /^\d{4}-\d{2}-\d{2}/u.test(said) ? Date.parse(said.toUpperCase()) : Number.NaN
  if (Number.isFinite(at)) return at
  throw new AppError(
    'invalid-input',
    `“${ellipsize(said, 100)}” is no time that is known here: write it as 2026-11-20, yesterday, or 3 days ago.`,
  )
}

function daysBack(now: number): number {
  const day = new Date(now).getUTCDay()
  // Sunday, Monday and Saturday look back to Friday.
  return { 0: 2, 1: 3, 6: 1 }[day] ?? 1
}

function midnight(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS
}

/** A time as people read it, in UTC. */
export function tellTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

export function tellDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
