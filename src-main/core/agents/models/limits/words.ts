import { readCalendar } from './calendar.ts'
import { matchAt, readDuration } from './duration.ts'
import { parseResetValue, type ValueOptions } from './reset-value.ts'

/** What stands before a time at which a limit ends. */
const LEADS: readonly RegExp[] = [
  /\b(?:try(?:ing)?|retry(?:ing)?|wait|come back|available|resumes?|until|expires?|lifted|unblocked)\b/gi,
  /\b(?:resets?|resetting|renews?|refreshes|refreshed|replenishes|replenished|restored)\b/gi,
  /\breached\s?(?=\|\s?\d)/gi,
  /[请将在]/g,
]
const FILLER =
  /[\s:=,~≈|"'“”(]+|(?:again|in|after|at|on|by|until|for|about|approximately|approx\.?|least|is|will|be|time|the|your|you|limits?|usage|quota|access|next|request|requests|sent|and|please|another|within|up|to|can|date|automatically|than)\b|[请在将于约]/iy
/** How far behind its lead a time may stand, in characters. */
const REACH = 120
const NUMBER = /\d+(?:\.\d+)?(?![\d:/-]|\.\d|\s?[a-z\u4e00-\u9fff%])/iy

/** Returns how many milliseconds from now a server's words ask to wait: the longest of the times they name. */
export function findInWords(text: string, options: ValueOptions): number | undefined {
  const ends = LEADS.flatMap((lead) => endsOf(lead, text))
  const found = ends.flatMap((end) => readWait(text.slice(end, end + REACH), options) ?? [])
  return found.length > 0 ? Math.max(0, ...found) : undefined
}

/** Where the matches of a pattern end. */
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
