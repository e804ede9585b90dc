import { z } from 'zod'
import { parseJson } from '#shared/lib/json.ts'

export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64] as const
export type Speed = (typeof SPEEDS)[number]

/** How playing goes through the log. */
export interface Pace {
  readonly speed: Speed
  /** Else a wait takes no longer than the timeline shows it, and a second at most. */
  readonly waitsInFull: boolean
}

/** What remembers the pace that was chosen last. */
export interface PaceKeeper {
  read(): Pace
  keep(pace: Pace): void
}

const USUAL: Pace = { speed: 1, waitsInFull: false }
const KEY = 'orrery.pace'

const StoredSpeed = z.object({
  speed: z.literal(SPEEDS).catch(USUAL.speed),
  waitsInFull: z.boolean().catch(USUAL.waitsInFull),
})

/** Keeps it for as long as the window is there. */
export function rememberPace(): PaceKeeper {
  let pace = USUAL
  return {
    read: () => pace,
    keep: (next) => {
      pace = next
    },
  }
}

/** Keeps it in this browser. What is no pace there is the usual one. */
export function storePace(storage: Pick<Storage, 'getItem' | 'setItem'>): PaceKeeper {
  return {
    read: () => readStored(storage.getItem(KEY)),
    keep: (pace) => storage.setItem(KEY, JSON.stringify(pace)),
  }
}

function readStored(text: string | null): Pace {
  return StoredSpeed.catch(USUAL).parse(parseJson(text ?? ''))
}

/** The next faster speed, or slower; at the last it stays. */
export function besideSpeed(speed: Speed, direction: 'faster' | 'slower'): Speed {
  const by = direction === 'faster' ? 1 : -1
  return SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed
}
