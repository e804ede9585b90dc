/** A time with an amount spent in it so far; milliseconds since the epoch. */
export interface Spell {
  readonly startsAt: number
  readonly endsAt: number
  readonly costUsd: number
}

/** What it comes to at its end if money goes on being spent as fast as until now. */
export function forecast({ startsAt, endsAt, costUsd }: Spell, now: number): number {
  const passed = Math.min(now, endsAt) - startsAt
  return passed <= 0 ? costUsd : (costUsd * (endsAt - startsAt)) / passed
}
