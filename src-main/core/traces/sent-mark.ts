import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SessionId } from '#shared/ids.ts'

/** How far the spans of a session's runs were sent. */
export const SentTo = z.object({
  /** Seq of the first event of the oldest run that is not sent whole. */
  from: z.int(),
  /** Everything that ended up to here was sent, or given up. */
  through: z.int(),
})
export type SentTo = z.infer<typeof SentTo>

export type SentMarks = Readonly<Record<SessionId, SentTo>>

const Stored = z.record(SessionId, SentTo)

/** Keeps beside the store what was sent of runs under way: what a crash cuts off is sent afterwards, once. */
export class SentMark {
  readonly #file: string
  #writing: Promise<void> = Promise.resolve()
  #next: SentMarks | undefined

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'traces.json')
  }

  /** What was kept; nothing where it can't be read. */
  read(): SentMarks {
    try {
      return Stored.parse(JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch {
      return {}
    }
  }

  /** Keeps what is newest as soon as it can. */
  write(marks: SentMarks): void {
    const isWaiting = this.#next !== undefined
    this.#next = marks
    if (!isWaiting) this.#writing = this.#writing.then(() => this.#writeNext())
  }

  /** Resolves once what was asked for is on disk, or can't be. */
  flush(): Promise<void> {
    return this.#writing
  }

  async #writeNext(): Promise<void> {
    const marks = this.#next ?? {}
    this.#next = undefined
    try {
      if (Object.keys(marks).length === 0) return await rm(this.#file, { force: true })
      const draft = `${this.#file}.draft`
      await writeFile(draft, JSON.stringify(marks), { mode: 0o600 })
      await rename(draft, this.#file)
    } catch {
      // After a crash some spans would be missing from a trace: nothing worth a run's while.
    }
  }
}
