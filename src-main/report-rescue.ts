import type { RescueProgress } from './core/log/rescue/rescue.ts'

const STEP_PERCENT = 10

/** Prints the progress of a rescue to standard error: a line when it starts and for every 10 %. */
export function reportRescue(
  print: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): (progress: RescueProgress) => void {
  let printed = -1
  return ({ file, share }) => {
    const percent = Math.floor((share * 100) / STEP_PERCENT) * STEP_PERCENT
    if (percent <= printed) return
    if (printed < 0) print(`The store ${file} is damaged. Rescuing what can be read…`)
    else print(`Rescuing the store… ${percent} %`)
    printed = percent
  }
}
