import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logs } from './logs.ts'

/** What a turn of the event loop may take: longer, and windows wait. */
const SLOW_MS = 50
/** How exactly delays are measured: it is also how often the process wakes up for it. */
const RESOLUTION_MS = 20
const EVERY_MS = 60_000

type Delays = ReturnType<typeof monitorEventLoopDelay>

/** Has the log tell of turns of the event loop that took too long: one line a minute at most. */
export function watchEventLoop(logs: Logs): Disposable {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const tell = () => tellSlow(logs, delays)
  const timer = setInterval(tell, EVERY_MS)
  timer.unref()
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer)
      delays.disable()
      tell()
    },
  }
}

function tellSlow(logs: Logs, delays: Delays): void {
  const longestMs = toMs(delays.max)
  const turns = slowTurns(delays)
  delays.reset()
  if (turns === 0) return
  const fields = { turns, longestMs: Math.round(longestMs) }
  const message = `The event loop was held for more than ${SLOW_MS} ms.`
  logs.write('warn', { module: 'event-loop', message, fields })
}

/** The histogram names shares of all turns, from which their number follows. */
function slowTurns({ count, percentiles }: Delays): number {
  let shareBelow = 0
  for (const [percent, delay] of percentiles) {
    if (toMs(delay) <= SLOW_MS) shareBelow = Math.max(shareBelow, percent / 100)
  }
  return Math.round(count * (1 - shareBelow))
}

/** Delays are in nanoseconds, and count from one look to the next. */
function toMs(delay: number): number {
  return delay / 1e6 - RESOLUTION_MS
}
