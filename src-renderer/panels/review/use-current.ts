import { useState } from 'react'
import type { Row, Stop } from './rows.ts'
import { isStop } from './rows.ts'

export interface Current {
  readonly stops: readonly Stop[]
  /** Of the stop that is looked at; -1 where there is none. */
  readonly place: number
  choose(place: number): void
}

interface Kept {
  readonly id: string
  readonly place: number
}

/** What is looked at in a list that changes by itself: where it has gone, what came in its place. */
export function useCurrent(rows: readonly Row[]): Current {
  const [kept, keep] = useState<Kept>()
  const stops = rows.filter(isStop)
  const found = stops.findIndex(({ id }) => id === kept?.id)
  const place = found >= 0 ? found : Math.min(kept?.place ?? 0, stops.length - 1)
  const stop = stops[place]
  if (stop && (kept?.id !== stop.id || kept.place !== place)) keep({ id: stop.id, place })
  return {
    stops,
    place,
    choose: (chosen) => {
      const next = stops[chosen]
      if (next) keep({ id: next.id, place: chosen })
    },
  }
}
