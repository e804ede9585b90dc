const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ns|nanos?|nanoseconds?)$/, 1e-6],
  [/^(?:us|µs|micros?|microseconds?)$/, 1e-3],
  [/^(?:ms|msecs?|millis|milliseconds?|毫秒)$/, 1],
  [/^(?:s|secs?|seconds?|秒[钟鐘]?)$/, SECOND_MS],
  [/^(?:m|mins?|minutes?|分[钟鐘]?)$/, MINUTE_MS],
  [/^(?:h|hrs?|hours?|[个個]?小[时時])$/, HOUR_MS],
  [/^(?:d|days?|天)$/, DAY_MS],
  [/^(?:w|wks?|weeks?|周)$/, 7 * DAY_MS],
]

const PART =
  /(\d+(?:\.\d+)?|\ban?\b|\bone\b)\s?([a-zµ]+|毫秒|秒[钟鐘]?|分[钟鐘]?|[个個]?小[时時]|天|周)/iy
const BETWEEN = /[\s,]*(?:and\b\s?)?/iy
const CLOCK = /(\d{1,3}):(\d{2}):(\d{2})(?!\d)/y
const ISO =
  /P(?=\d|T\d)(?:(\d{1,6})D)?T?(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?(?![a-z\d])/iy

/** Parses a text that is nothing but a duration, such as `6m0s`, `12ms` or `PT1H`, into milliseconds. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim()
  const found = readDuration(trimmed)
  return found && found.length === trimmed.length ? found.ms : undefined
}

/** Reads the duration that a text starts with, and how many characters it takes. */
export function readDuration(
  text: string,
): { readonly ms: number; readonly length: number } | undefined {
  const clock = matchAt(CLOCK, text, 0)
  if (clock) {
    const [hours, minutes, seconds] = clock.slice(1).map(Number)
    return { ms: sumOf({ hours, minutes, seconds }), length: clock[0].length }
  }
  const iso = matchAt(ISO, text, 0)
  if (iso) {
    const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0))
    return { ms: sumOf({ days, hours, minutes, seconds }), length: iso[0].length }
  }
  let ms = 0
  let length = 0
  for (let at = 0; ; at += matchAt(BETWEEN, text, at)?.[0].length ?? 0) {
    const part = matchAt(PART, text, at)
    if (!part) break
    const partMs = toMs(part[1] ?? '', part[2] ?? '')
    if (partMs === undefined) break
    ms += partMs
    at += part[0].length
    length = at
  }
  return length > 0 ? { ms, length } : undefined
}

function toMs(count: string, unit: string): number | undefined {
  const unitMs = UNITS.find(([name]) => name.test(unit.toLowerCase()))?.[1]
  const number = /^\d/.test(count) ? Number(count) : 1
  return unitMs === undefined ? undefined : number * unitMs
}

function sumOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }): number {
  return days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS
}

/** Matches a sticky pattern at an index. */
export function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}
