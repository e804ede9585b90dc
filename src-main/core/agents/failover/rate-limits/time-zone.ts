/** A local date and time, without its zone. Months count from 1. */
interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** An IANA zone, an offset from UTC, or the zone of this machine. */
export type Zone =
  | { readonly type: 'named'; readonly name: string }
  | { readonly type: 'offset'; readonly minutes: number }
  | { readonly type: 'here' }

export const UTC: Zone = { type: 'offset', minutes: 0 }

/** Where people live who write these; `CST` is taken for the American one. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:pt|pst|pdt|pacific)$/, 'America/Los_Angeles'],
  [/^(?:mt|mst|mdt|mountain)$/, 'America/Denver'],
  [/^(?:ct|cst|cdt|central)$/, 'America/Chicago'],
  [/^(?:et|est|edt|eastern)$/, 'America/New_York'],
  [/^(?:cet|cest)$/, 'Europe/Paris'],
  [/^bst$/, 'Europe/London'],
  [/^ist$/, 'Asia/Kolkata'],
  [/^jst$/, 'Asia/Tokyo'],
  [/^kst$/, 'Asia/Seoul'],
  [/^(?:sgt|hkt)$/, 'Asia/Singapore'],
  [/^(?:aest|aedt)$/, 'Australia/Sydney'],
]

/** Finds the zone that a word names: `UTC`, `+08:00`, `GMT+2`, `PST`, `Europe/Berlin`. */
export function findZone(word: string): Zone | undefined {
  if (/^(?:z|utc|gmt)$/i.test(word)) return UTC
  const offset = /^(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(word)
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    return { type: 'offset', minutes: offset[1] === '-' ? -minutes : minutes }
  }
  const name = ABBREVIATIONS.find(([words]) => words.test(word.toLowerCase()))?.[1]
  if (name !== undefined) return { type: 'named', name }
  return word.includes('/') && isKnown(word) ? { type: 'named', name: word } : undefined
}

/** The milliseconds since the epoch at which clocks in `zone` show `wall`. */
export function toEpochMs(wall: WallTime, zone: Zone): number {
  const { year, month, day, hour, minute, second } = wall
  if (zone.type === 'here') return new Date(year, month - 1, day, hour, minute, second).getTime()
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  // Twice, since the offset may differ at the first guess.
  const guess = asUtc - offsetMs(asUtc, zone)
  return asUtc - offsetMs(guess, zone)
}

/** What clocks in `zone` show at a time. */
export function toWallTime(at: number, zone: Zone): WallTime {
  if (zone.type === 'here') {
    const date = new Date(at)
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
    }
  }
  const date = new Date(at + offsetMs(at, zone))
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
}

/** How far clocks in a zone are ahead of UTC. */
function offsetMs(at: number, zone: Exclude<Zone, { readonly type: 'here' }>): number {
  if (zone.type === 'offset') return zone.minutes * 60_000
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone.name, ...PARTS }).formatToParts(
    at,
  )
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const shown = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return shown - Math.floor(at / 1000) * 1000
}

const PARTS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch {
    return false
  }
}
