import { parseCalendar } from './calendar.ts'
import { parseDuration } from './duration.ts'
import type { Zone } from './time-zone.ts'

/** 2000 and 2100: numbers between them are times, others are durations. */
const EARLIEST_MS = Date.UTC(2000)
const LATEST_MS = Date.UTC(2100)
/** Seconds, milliseconds, microseconds and nanoseconds since the epoch, in milliseconds. */
const EPOCH_UNITS: readonly number[] = [1000, 1, 1e-3, 1e-6]

export interface ValueOptions {
  /** The server's time, in milliseconds since the epoch. */
  readonly now: number
  /** The unit of durations without one, in milliseconds. */
  readonly unitMs: number
  /** Zones in which numeric dates that name none may be meant, the likeliest first. */
  readonly zones: readonly Zone[]
}

/**
 * Returns for how many milliseconds from `now` a header or a field asks to wait: a number, a duration, a
 * date, or seconds with nanoseconds, as Gemini has them. 0: the time has passed.
 */
export function parseResetValue(value: unknown, options: ValueOptions): number | undefined {
  const ms = toMs(value, options)
  return ms === undefined || Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function toMs(value: unknown, options: ValueOptions): number | undefined {
  if (typeof value === 'number') return fromNumber(value, options)
  if (typeof value === 'string') return fromText(value.trim(), options)
  if (typeof value !== 'object' || value === null) return undefined
  const seconds: unknown = Reflect.get(value, 'seconds')
  return typeof seconds === 'object' ? undefined : toMs(seconds, { ...options, unitMs: 1000 })
}

function fromText(text: string, options: ValueOptions): number | undefined {
  if (/^-?\d+(?:\.\d+)?(?:e\d+)?$/i.test(text)) return fromNumber(Number(text), options)
  // A header that was sent twice.
  if (/^\d+(?:\s?,\s?\d+)+$/.test(text)) {
    return Math.max(...text.split(',').map((part) => fromNumber(Number(part), options)))
  }
  const durationMs = parseDuration(text)
  if (durationMs !== undefined) return durationMs
  const at = parseCalendar(text, options)
  return at === undefined ? undefined : at - options.now
}

/** Tells times from durations by what is plausible. */
function fromNumber(number: number, { now, unitMs }: ValueOptions): number {
  const times = EPOCH_UNITS.map((unit) => number * unit)
  const at = times.find((time) => time > EARLIEST_MS && time < LATEST_MS)
  return at === undefined ? number * unitMs : at - now
}
