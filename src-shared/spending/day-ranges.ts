/** How long each bar lasts. */
export type Step = 'hour' | 'day' | 'week' | 'month'

/** Days of the person's own calendar, as `2026-11-22`, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export interface Stretches {
  readonly step: Step
  /** When each begins, and when the last ends, in milliseconds since the epoch. */
  readonly edges: readonly number[]
}

const DAY_MS = 86_400_000

/** As `2026-11-22`, in the person's own time zone. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The last so many days, today included. */
export function lastDays(days: number, now: number): DayRange {
  const date = new Date(now)
  const first = new Date(date.getFullYear(), date.getMonth(), date.getDate() - days + 1)
  return { from: dayOf(first.getTime()), to: dayOf(now) }
}

/** From the first day of the month, or year, that it is. */
export function since(start: 'month' | 'year', now: number): DayRange {
  const date = new Date(now)
  const first = new Date(date.getFullYear(), start === 'month' ? date.getMonth() : 0, 1)
  return { from: dayOf(first.getTime()), to: dayOf(now) }
}

/** Bars that are neither too many to be told apart nor too few to tell anything. */
export function usualStep(range: DayRange): Step {
  const days = (startOf(range.to) - startOf(range.from)) / DAY_MS + 1
  if (days <= 2) return 'hour'
  if (days <= 45) return 'day'
  return days <= 400 ? 'week' : 'month'
}

const STEPS: readonly Step[] = ['hour', 'day', 'week', 'month']
/** More bars are not told apart. */
const MOST_BARS = 400

/** As it is wished, or coarser where that were too many bars. */
export function fittingStep(range: DayRange, wished: Step): Step {
  const days = (startOf(range.to) - startOf(range.from)) / DAY_MS + 1
  const bars = { hour: 24 * days, day: days, week: days / 7, month: days / 30 }
  const coarser = STEPS.slice(STEPS.indexOf(wished))
  return coarser.find((step) => bars[step] <= MOST_BARS) ?? 'month'
}

/** The range, cut at the beginnings of hours, days, weeks or months. */
export function cutRange(range: DayRange, step: Step): Stretches {
  const begin = startOf(range.from)
  const end = Math.max(nextOf('day', startOf(range.to)), nextOf('day', begin))
  const edges = [begin]
  for (let at = nextOf(step, begin); at < end; at = nextOf(step, at)) edges.push(at)
  return { step, edges: [...edges, end] }
}

function startOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}

/** Days last 23 to 25 hours: a calendar counts them. */
function nextOf(step: Step, at: number): number {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (step === 'hour') return at + DAY_MS / 24
  if (step === 'day') return new Date(year, month, day + 1).getTime()
  if (step === 'month') return new Date(year, month + 1, 1).getTime()
  const sinceMonday = (date.getDay() + 6) % 7
  return new Date(year, month, day - sinceMonday + 7).getTime()
}

/** Of a stretch, below its bar: `14:00`, `22 Nov`, `Nov 2026`. */
export function nameStretch({ step, edges }: Stretches, index: number): string {
  const date = new Date(edges[index] ?? 0)
  const month = date.toLocaleString('en', { month: 'short' })
  if (step === 'hour') return `${date.getHours()}:00`
  return step === 'month' ? `${month} ${date.getFullYear()}` : `${date.getDate()} ${month}`
}

/** In full: `22 Nov 2026`, `week of 16 Nov 2026`. */
export function describeStretch(stretches: Stretches, index: number): string {
  const { step, edges } = stretches
  const date = new Date(edges[index] ?? 0)
  const day = `${date.getDate()} ${date.toLocaleString('en', { month: 'short' })} ${date.getFullYear()}`
  if (step === 'hour') return `${day}, ${date.getHours()}:00`
  if (step === 'day') return day
  return step === 'week' ? `week from ${day}` : nameStretch(stretches, index)
}

/** A time with an amount spent in it so far; milliseconds since the epoch. */
interface Spell {
  readonly startsAt: number
  readonly endsAt: number
  readonly costUsd: number
}

/** What it comes to at its end if money goes on being spent as fast as until now. */
export function forecast({ startsAt, endsAt, costUsd }: Spell, now: number): number {
  const passed = Math.min(now, endsAt) - startsAt
  return passed <= 0 ? costUsd : (costUsd * (endsAt - startsAt)) / passed
}
