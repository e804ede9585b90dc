import type { RescueProgress } from './core/store/recovery/rescue.ts'

interface RescueReport {
  /** Prints a line. Defaults to standard error. */
  readonly print?: (line: string) => void
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

const EVERY_MS = 1_000

/** Reports the progress of a rescue: a line when it starts, then at most one a second. */
export function reportRescue({
  print = (line) => void process.stderr.write(`${line}\n`),
  now = () => performance.now(),
}: RescueReport = {}): (progress: RescueProgress) => void {
  let printedAt: number | undefined
  return ({ file, share }) => {
    if (printedAt === undefined) {
      print(`The store ${file} is damaged. Recovering its data…`)
    } else {
      if (now() - printedAt < EVERY_MS) return
      print(`Recovering… ${Math.floor(share * 100)} %`)
    }
    printedAt = now()
  }
}
