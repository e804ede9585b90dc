import { parseJson } from '#shared/lib/parse-json.ts'
import { parseResetValue, type ValueOptions } from './reset-value.ts'
import type { Zone } from './time-zone.ts'
import { findInWords } from './words.ts'

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

const WAIT_NAME = /retry-?(?:after|delay|in)|(?:^|-)wait(?:-|$)|^try-again/
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
