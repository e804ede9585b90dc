import { AppError } from '#shared/lib/app-error.ts'
import { WorkerCalls } from '../runtime/worker-entry.ts'
import type { FindPatternCall } from './find-pattern.worker.ts'

/** How long one search may take. A busy machine makes any pattern slow, but not as slow as this. */
const LIMIT_MS = 3_000

/**
 * A regular expression that a model wrote, searched for in what a terminal printed. It may be made to
 * take forever, so it runs in a worker thread, which is terminated at a limit.
 */
export class OutputPattern implements AsyncDisposable {
  readonly #pattern: string
  readonly #limitMs: number
  readonly #worker = new WorkerCalls<FindPatternCall, number | undefined>({
    from: import.meta.url,
    name: 'find-pattern',
  })

  /** Throws `invalid-input` if the pattern is not a regular expression. */
  constructor(pattern: string, limitMs = LIMIT_MS) {
    assertPattern(pattern)
    this.#pattern = pattern
    this.#limitMs = limitMs
  }

  /** Returns the first line in which a match begins. Rejects with `invalid-input` if it takes too long. */
  async find(text: string): Promise<string | undefined> {
    const { promise: limit, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(tooSlow(this.#pattern)), this.#limitMs)
    try {
      const index = await Promise.race([this.#worker.call({ pattern: this.#pattern, text }), limit])
      return index === undefined ? undefined : lineAt(text, index)
    } finally {
      clearTimeout(timer)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]()
  }
}

function tooSlow(pattern: string): AppError {
  const message = `Searching for “${pattern}” takes too long. Use a pattern without nested repetition.`
  return new AppError('invalid-input', message)
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf('\n', index)
  // A match may begin at the break itself, which ends the line before it.
  const start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
  return text.slice(start, end === -1 ? undefined : end)
}

function assertPattern(pattern: string): void {
  try {
    // Compiled only: it runs in the worker.
    void new RegExp(pattern, 'mu')
  } catch (cause) {
    const message = `“${pattern}” is not a regular expression. Put a backslash before what is meant as text.`
    throw new AppError('invalid-input', message, { cause })
  }
}
