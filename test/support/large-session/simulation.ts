/** What somebody at work waits for: so many milliseconds, or others that they started. */
export type Wait = number | readonly Job[]
export type Work = Generator<Wait, void>

/** Work under way, as whoever waits for it sees it. */
export interface Job {
  readonly isDone: boolean
}

interface Running extends Job {
  readonly work: Work
  isDone: boolean
  readyAt: number
  awaits: readonly Job[]
}

/** Work that goes on at the same time, on a clock of its own: the same every time it is run. */
export class Simulation {
  #running: Running[] = []
  #now: number

  constructor(startAt: number) {
    this.#now = startAt
  }

  /** Milliseconds since the epoch, with fraction. */
  get now(): number {
    return this.#now
  }

  start(work: Work): Job {
    const job = { work, isDone: false, readyAt: this.#now, awaits: [] }
    this.#running.push(job)
    return job
  }

  /** Until nobody is at work. */
  run(): void {
    for (let next = this.#next(); next; next = this.#next()) this.#advance(next)
  }

  #next(): Running | undefined {
    let first: Running | undefined
    for (const job of this.#running) {
      if (!job.awaits.every(({ isDone }) => isDone)) continue
      if (!first || job.readyAt < first.readyAt) first = job
    }
    return first
  }

  #advance(job: Running): void {
    this.#now = Math.max(this.#now, job.readyAt)
    const { done, value } = job.work.next()
    if (done) {
      job.isDone = true
      this.#running = this.#running.filter((other) => other !== job)
    } else if (typeof value === 'number') job.readyAt = this.#now + value
    else job.awaits = value
  }
}
