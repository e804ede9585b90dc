/** Thrown when judging a command takes too much work. */
export class TooMuchWork extends Error {}

/** Statements and programs judged in one command, counted again in each round of a loop. */
const MAX_STEPS = 1500
/**
 * Limit in units of about 100 ns. Because work is counted and not timed, a command gets the same verdict
 * on every machine, under any load.
 */
const MAX_UNITS = 2_500_000
/** Maximum depth of nested statements and expansions, to protect the stack. */
const MAX_NESTING = 200

/** Limits the work of judging one command. Methods throw `TooMuchWork` beyond the limits. */
export class Work {
  #steps = 0
  #units = 0
  #nesting = 0

  /** Counts one statement or program. */
  step(): void {
    this.spend(10)
    if (++this.#steps > MAX_STEPS) throw new TooMuchWork()
  }

  /** Counts work, about one unit per character or entry. Call it before the work. */
  spend(units: number): void {
    this.#units += units
    if (this.#units > MAX_UNITS) throw new TooMuchWork()
  }

  /** Counts how deep calls are nested. */
  nest<T>(judge: () => T): T {
    if (this.#nesting >= MAX_NESTING) throw new TooMuchWork()
    this.#nesting += 1
    try {
      return judge()
    } finally {
      this.#nesting -= 1
    }
  }
}
