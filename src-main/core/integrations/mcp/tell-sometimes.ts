import { takeStart } from '#shared/lib/cut-text.ts'

/** What is told is kept for ever: a line, and no more than one a second. */
const MOST_CHARS = 200
const PAUSE_MS = 1000

/** Tells the first of what it is given, and then what comes a while after the one told last. */
export function tellSometimes(
  tell: (message: string) => void,
  now: () => number = () => performance.now(),
): (message: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (message) => {
    if (now() - toldAt < PAUSE_MS) return
    toldAt = now()
    const line = takeStart(message, MOST_CHARS).replaceAll(/\s+/g, ' ').trim()
    tell(message.length > MOST_CHARS ? `${line}…` : line)
  }
}
