import { matchAt } from './duration.ts'
import { findZone, toEpochMs, toWallTime, UTC, type Zone } from './time-zone.ts'

interface Parts {
  year?: number
  month?: number
  day?: number
  /** 0 is Sunday. */
  weekday?: number
  /** Whole days from today. */
  daysAhead?: number
  hour?: number
  minute?: number
  second?: number
  zone?: Zone
  /** Written as `2026-11-27`, as programs do. */
  isNumericDate?: true
}

interface CalendarOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Zones in which numeric dates that name none may be meant, the likeliest first. */
  readonly zones: readonly Zone[]
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A time that passed no longer ago than this is meant, not the next one: servers' clocks differ. */
const JUST_PASSED_MS = 5 * 60 * 1000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'

const SKIPPED = /[\s,.()[\]"']+|(?:at|on|of|the|de|in|by|time|local|around|about|from)\b/iy

/** The parts of a date or time in words, each with a function that reads it. */
const READERS: readonly (readonly [RegExp, (found: readonly string[], parts: Parts) => void])[] = [
  [
    /(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)T?/iy,
    ([, year, month, day], parts) => {
      Object.assign(parts, toDate(year, Number(month), day), { isNumericDate: true })
    },
  ],
  [
    /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?([ap]\.?m\b\.?)?/iy,
    ([, hour, minute, second, half], parts) => {
      Object.assign(parts, toTime(Number(hour), half), {
        minute: Number(minute),
        second: Number(second ?? 0),
      })
    },
  ],
  [
    /(\d{1,2})\s?([ap]\.?m\b\.?)/iy,
    ([, hour, half], parts) => {
      Object.assign(parts, toTime(Number(hour), half))
    },
  ],
  [
    new RegExp(
      `${MONTH}\\s?(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s?(\\d{4})(?![\\d:]))?(?![\\d:])`,
      'iy',
    ),
    ([, month, day, year], parts) => {
      Object.assign(parts, toDate(year, toMonth(month), day))
    },
  ],
  [
    new RegExp(
      `(\\d{1,2})(?:st|nd|rd|th)?\\s(?:de\\s)?${MONTH},?(?:\\s(?:de\\s)?(\\d{4})(?![\\d:]))?`,
      'iy',
    ),
    ([, day, month, year], parts) => {
      Object.assign(parts, toDate(year, toMonth(month), day))
    },
  ],
  [
    /(sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs?|ur)?(?:day)?\b/iy,
    ([, name = ''], parts) => {
      parts.weekday = WEEKDAYS.indexOf(name.toLowerCase())
    },
  ],
  [/today\b/iy, (_found, parts) => void Object.assign(parts, { daysAhead: 0 })],
  [/tomorrow\b/iy, (_found, parts) => void Object.assign(parts, { daysAhead: 1 })],
  [/noon\b/iy, (_found, parts) => void Object.assign(parts, { hour: 12, minute: 0 })],
  [/midnight\b/iy, (_found, parts) => void Object.assign(parts, { hour: 0, minute: 0 })],
]

const ZONE = /(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?(?!\d)|[a-z]+\/[a-z_/+\d-]+|[a-z]{1,8}\b/iy

/** Reads the date, the time of day or both that a text starts with, as milliseconds since the epoch. */
export function readCalendar(text: string, options: CalendarOptions): number | undefined {
  return resolve(readParts(text).parts, options)
}

/** Reads a text that is nothing but a date, a time of day or both. A broken HTTP date is none. */
export function parseCalendar(text: string, options: CalendarOptions): number | undefined {
  const { parts, length } = readParts(text)
  return length === text.length ? resolve(parts, options) : undefined
}

function readParts(text: string): { readonly parts: Parts; readonly length: number } {
  const parts: Parts = {}
  let at = 0
  while (at < text.length) {
    const next = matchAt(SKIPPED, text, at)?.[0].length ?? readPart(text, at, parts)
    if (!next) break
    at += next
  }
  return { parts, length: at }
}

/** The number of characters of the part at an index; 0: there is none. */
function readPart(text: string, at: number, parts: Parts): number {
  for (const [pattern, take] of READERS) {
    const found = matchAt(pattern, text, at)
    if (!found) continue
    take(found, parts)
    return found[0].length
  }
  const word = matchAt(ZONE, text, at)?.[0]
  const zone = word === undefined ? undefined : findZone(word)
  if (!zone) return 0
  parts.zone ??= zone
  return word?.length ?? 0
}

function resolve(parts: Parts, { now, zones }: CalendarOptions): number | undefined {
  const { hour, day, weekday, daysAhead } = parts
  const isEmpty = [hour, day, weekday, daysAhead].every((part) => part === undefined)
  if (isEmpty || !isPossible(parts)) return undefined
  const here: Zone = { type: 'here' }
  if (parts.zone) return inZone(parts, parts.zone, now)
  if (!parts.isNumericDate) return inZone(parts, here, now)
  const all = [...zones, UTC].map((zone) => inZone(parts, zone, now))
  return all.find((at) => at > now - JUST_PASSED_MS) ?? Math.max(...all)
}

/** A leap second counts, and 24:00 is the end of a day. */
function isPossible({ month = 1, day = 1, hour = 0, minute = 0, second = 0 }: Parts): boolean {
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31
  return isDate && hour <= 24 && minute <= 59 && second <= 60
}

function inZone(parts: Parts, zone: Zone, now: number): number {
  const { month, day, weekday, daysAhead, hour = 0, minute = 0, second = 0 } = parts
  const today = toWallTime(now, zone)
  const time = { hour, minute, second }
  const on = (days: number) => toEpochMs({ ...today, day: today.day + days, ...time }, zone)
  if (month !== undefined && day !== undefined) {
    const inYear = (year: number) => toEpochMs({ year, month, day, ...time }, zone)
    if (parts.year !== undefined) return inYear(parts.year)
    const thisYear = inYear(today.year)
    return thisYear < now - 180 * DAY_MS ? inYear(today.year + 1) : thisYear
  }
  if (daysAhead !== undefined) return on(daysAhead)
  const ahead = weekday === undefined ? 0 : (weekday - weekdayOf(today) + 7) % 7
  const next = on(ahead)
  return next < now - JUST_PASSED_MS ? on(ahead + (weekday === undefined ? 1 : 7)) : next
}

function weekdayOf({ year, month, day }: ReturnType<typeof toWallTime>): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

function toMonth(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

function toDate(year: string | undefined, month: number, day: string | undefined): Parts {
  return { ...(year !== undefined && { year: Number(year) }), month, day: Number(day) }
}

function toTime(hour: number, half: string | undefined): Parts {
  if (half === undefined) return { hour, minute: 0 }
  const isAfternoon = half.toLowerCase().startsWith('p')
  return { hour: (hour % 12) + (isAfternoon ? 12 : 0), minute: 0 }
}
