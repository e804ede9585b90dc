/** Thrown when a command takes more work to judge than one may take. */
export class TooMuchWork extends Error {}

/** Statements and programs judged in one command, counted again in each round of a loop. */
const MAX_STEPS = 1500
/**
 * A unit is some 100 ns. Counting work rather than reading the clock judges the same command the same
 * on every machine, however busy it is.
 */
const MAX_UNITS = 2_500_000
/** Statements and expansions inside each other: their walks must not exhaust the stack. */
const MAX_NESTING = 200

/** The work that judging one command may still take. Its methods throw `TooMuchWork` beyond that. */
export class Work {
  #steps = 0
  #units = 0
  #nesting = 0

  /** Counts one statement or program. */
  step(): void {
    this.spend(10)
    if (++this.#steps > MAX_STEPS) throw new TooMuchWork()
  }

  /** Counts work, roughly one unit for each character or entry handled. Call before doing it. */
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
