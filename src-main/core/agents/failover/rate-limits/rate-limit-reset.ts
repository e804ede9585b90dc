import { parseJson } from '#shared/lib/json.ts'
import { parseCalendar, readCalendar } from './calendar.ts'
import { matchAt, parseDuration, readDuration } from './duration.ts'
import type { Zone } from './time-zone.ts'

/** When a server says that its limit ends. */
export interface LimitEnd {
  /** Counted from now. */
  readonly afterMs: number
  /** The server asked to wait; else one of its limits is known to be reset then, which may not be the one. */
  readonly isExplicit: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** A server that names a time without a zone, in its own. */
const CHINA: Zone = { type: 'offset', minutes: 8 * 60 }
const CHINESE = /[\u4e00-\u9fff]|limit will reset at \d{4}-/i
const MAX_DEPTH = 8
const MAX_WORDS = 20_000

/**
 * Finds when a limit ends in what a server sent, headers and body: the longest of what it asks for
 * (`retry-after`, words) and of the limits that are exhausted. Where it tells of none that it is, the
 * longest of all.
 */
export function findLimitEnd(chain: readonly unknown[], now: number): LimitEnd | undefined {
  const sources = chain.flatMap(sourcesOf)
  const serverNow = sources.map(({ fields }) => dateOf(fields)).find((at) => at !== undefined)
  const texts = [...new Set(sources.flatMap(({ texts: own }) => own))]
  const words = texts.join('\n').slice(0, MAX_WORDS)
  const options = {
    now: serverNow ?? now,
    unitMs: 1000,
    zones: CHINESE.test(words) ? [CHINA] : [],
  }
  const named = sources.flatMap((source) => fieldsIn(source, options))
  const inWords = texts.flatMap((text) => findInWords(text, options) ?? [])
  const explicit = [
    ...inWords,
    ...named.flatMap(({ ms, kind }) => (kind === 'requested' ? [ms] : [])),
  ]
  const exhausted = named.flatMap(({ ms, kind }) => (kind === 'exhausted' ? [ms] : []))
  const unknown = named.flatMap(({ ms, kind }) => (kind === 'unknown' ? [ms] : []))
  const found = [...explicit, ...exhausted]
  if (found.length > 0) {
    return { afterMs: longest(found), isExplicit: explicit.length > 0 }
  }
  return unknown.length > 0 ? { afterMs: longest(unknown), isExplicit: false } : undefined
}

function longest(all: readonly number[]): number {
  return Math.round(Math.max(...all))
}

interface Source {
  readonly fields: Fields
  /** A body speaks of the limit that was reached, headers of all there are. */
  readonly isBody: boolean
  readonly texts: readonly string[]
}

/** An error's headers, and every object of its body; the error's own words. */
function sourcesOf(error: unknown): readonly Source[] {
  if (typeof error !== 'object' || error === null) return []
  const headers: unknown = Reflect.get(error, 'headers')
  const sent = headers instanceof Headers ? Object.fromEntries(headers) : headers
  const message = error instanceof Error ? [error.message] : []
  return [
    ...(isFields(sent) ? [{ fields: toNames(sent), isBody: false, texts: [] }] : []),
    { fields: {}, isBody: true, texts: message },
    ...sourcesIn(Reflect.get(error, 'data'), 0),
  ]
}

/** Gateways put an upstream's error into theirs as text. */
function sourcesIn(value: unknown, depth: number): readonly Source[] {
  if (depth > MAX_DEPTH) return []
  if (typeof value === 'string') {
    const nested = /^\s*[{[]/.test(value) ? parseJson(value) : undefined
    return nested === undefined
      ? [{ fields: {}, isBody: true, texts: [value] }]
      : sourcesIn(nested, depth + 1)
  }
  if (Array.isArray(value)) return value.flatMap((one: unknown) => sourcesIn(one, depth + 1))
  if (!isFields(value)) return []
  const inside = Object.values(value).flatMap((one) => sourcesIn(one, depth + 1))
  return [{ fields: toNames(value), isBody: true, texts: [] }, ...inside]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same under names as headers have them: `retryDelay` is `retry-delay`. */
function toNames(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name
        .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
        .replaceAll('_', '-')
        .toLowerCase(),
      value,
    ]),
  )
}

/** The server's clock, which may differ from ours. */
function dateOf({ date }: Fields): number | undefined {
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

interface Named {
  readonly ms: number
  /** `exhausted`: nothing is left of the limit; `unknown`: the server doesn't tell. */
  readonly kind: 'requested' | 'exhausted' | 'unknown'
}

const WAIT_NAME =
  /retry-?(?:after|delay|in)|(?:^|-)wait(?:-|$)|^try-again|^(?:next-)?(?:available|allowed)-(?:at|in)$/
const RESET =
  /resets?(?:-?(?:at|in|after|on|time|timestamp|time-stamp|date|delay|utc))*(?:-(?:ms|millis|milliseconds|secs?|seconds|minutes|hours|epoch|unix))?/

function fieldsIn({ fields, isBody }: Source, options: ValueOptions): readonly Named[] {
  return Object.entries(fields).flatMap(([name, value]): readonly Named[] => {
    if (name === 'ratelimit') return policiesIn(value, options)
    const isRequested = WAIT_NAME.test(name)
    if (!isRequested && !RESET.test(name)) return []
    const ms = parseResetValue(value, { ...options, unitMs: unitOf(name) })
    if (ms === undefined) return []
    if (isRequested) return [{ ms, kind: 'requested' }]
    const isLeft = isAnythingLeft(name, fields)
    if (isLeft) return []
    if (isLeft === false) return [{ ms, kind: 'exhausted' }]
    return [{ ms, kind: isBody ? 'requested' : 'unknown' }]
  })
}

function unitOf(name: string): number {
  if (/-?(?:ms|millis|milliseconds)$/.test(name)) return 1
  if (name.endsWith('-minutes')) return 60_000
  return name.endsWith('-hours') ? 3_600_000 : 1000
}

/** Whether the limit that a field resets has anything left; `undefined`: no field beside it tells. */
function isAnythingLeft(name: string, fields: Fields): boolean | undefined {
  const beside = (other: string) =>
    fields[name.replace(RESET, other)] ?? fields[shorten(name, other)]
  const remaining = toNumber(beside('remaining'))
  if (remaining !== undefined) return remaining > 0
  const status = beside('status')
  if (typeof status === 'string') return status.startsWith('allowed')
  const usedPercent = toNumber(beside('used-percent'))
  return usedPercent === undefined ? undefined : usedPercent < 100
}

/** Returns the name of a field for all kinds of a limit: `x-reset-tokens` goes with `x-remaining`. */
function shorten(name: string, other: string): string {
  return `${name.slice(0, name.search(RESET))}${other}`
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isNaN(number) ? undefined : number
}

/** The header of the IETF's draft, `"day";r=0;t=3600`, and its older form `remaining=0, reset=3600`. */
function policiesIn(value: unknown, options: ValueOptions): readonly Named[] {
  if (typeof value !== 'string') return []
  const policies = value.includes(';') ? value.split(',') : [value]
  return policies.flatMap((policy): readonly Named[] => {
    const remaining = /\b(?:remaining|r)=(\d+)/.exec(policy)?.[1]
    const reset = /\b(?:reset|t)=(\d+)/.exec(policy)?.[1]
    const ms = reset === undefined ? undefined : parseResetValue(reset, options)
    if (ms === undefined || Number(remaining ?? 0) > 0) return []
    return [{ ms, kind: remaining === undefined ? 'unknown' : 'exhausted' }]
  })
}

/** Words before a time at which a limit ends. */
const LEADS: readonly RegExp[] = [
  /\b(?:try(?:ing)?|retry(?:ing)?|wait|come back|available|allowed|cooldown|cool down|resumes?|until|expires?|lifted|unblocked)\b/gi,
  /\b(?:resets?|resetting|renews?|refreshes|refreshed|replenishes|replenished|restored)\b/gi,
  /\breached\s?(?=\|\s?\d)/gi,
  /[请請将將在]/g,
]
const FILLER =
  /[\s:=,~≈|"'“”(]+|-(?=[a-z])|(?:again|in|after|at|on|by|until|for|about|approximately|approx\.?|least|is|will|be|time|the|your|you|limits?|usage|quota|access|next|request|requests|sent|and|please|another|within|up|to|can|date|automatically|than)\b|[请請在将將于於约約]/iy
/** How far behind its lead a time may stand, in characters. */
const REACH = 120
const NUMBER = /\d+(?:\.\d+)?(?![\d:/-]|\.\d|\s?[a-z\u4e00-\u9fff%])/iy

/** Returns how many milliseconds from now a server's words ask to wait: the longest of the times they name. */
function findInWords(text: string, options: ValueOptions): number | undefined {
  const ends = LEADS.flatMap((lead) => endsOf(lead, text))
  const found = ends.flatMap((end) => readWait(text.slice(end, end + REACH), options) ?? [])
  return found.length > 0 ? Math.max(0, ...found) : undefined
}

/** Finds the ends of a pattern's matches. */
function endsOf(pattern: RegExp, text: string): readonly number[] {
  const ends: number[] = []
  for (let at = 0; ; ) {
    const match = matchAt(pattern, text, at)
    if (!match) return ends
    at = match.index + match[0].length
    ends.push(at)
  }
}

function readWait(text: string, options: ValueOptions): number | undefined {
  let at = 0
  for (let filler = matchAt(FILLER, text, at); filler; filler = matchAt(FILLER, text, at)) {
    at += filler[0].length
  }
  const rest = text.slice(at)
  const duration = readDuration(rest)
  if (duration) return duration.ms
  const time = readCalendar(rest, options)
  if (time !== undefined) return time - options.now
  const number = matchAt(NUMBER, rest, 0)?.[0]
  return number === undefined ? undefined : parseResetValue(number, options)
}

/** 2000 and 2100: numbers between them are times, others are durations. */
const EARLIEST_MS = Date.UTC(2000)
const LATEST_MS = Date.UTC(2100)
/** Seconds, milliseconds, microseconds and nanoseconds since the epoch, in milliseconds. */
const EPOCH_UNITS: readonly number[] = [1000, 1, 1e-3, 1e-6]

interface ValueOptions {
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
function parseResetValue(value: unknown, options: ValueOptions): number | undefined {
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
