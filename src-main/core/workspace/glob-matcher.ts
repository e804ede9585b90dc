import { AppError } from '#shared/error.ts'
import { LimitedCalls, TimeLimitExceeded } from '../limited-calls.ts'
import type { AgentPath } from './define.ts'
import type { Globs } from './glob-pattern.ts'
import type { GlobAnswer, GlobQuestion } from './glob-protocol.ts'
import { invalid, toPicomatch } from './glob-syntax.ts'

const LIMIT_MS = 3_000

/**
 * Selects paths by glob patterns in a worker thread that is ended if a pattern takes too long: picomatch
 * compiles to regular expressions that backtrack, and the patterns are a model's.
 */
export class GlobMatcher implements AsyncDisposable {
  readonly #calls = new LimitedCalls<GlobQuestion, GlobAnswer>({
    from: import.meta.url,
    name: 'globs',
    limitMs: LIMIT_MS,
    warmUp: { globs: { include: ['/**/*.warm'], exclude: [], namesHidden: false }, paths: ['/a'] },
  })

  /** Throws `invalid-input` for a pattern that is not valid. */
  async check(globs: Globs): Promise<void> {
    await this.#ask(globs, [])
  }

  async select<P extends AgentPath>(globs: Globs, paths: readonly P[]): Promise<readonly P[]> {
    if (paths.length === 0 || selectsAll(globs)) return paths
    const selected = await this.#ask(globs, paths)
    return selected.flatMap((index) => paths[index] ?? [])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#calls[Symbol.asyncDispose]()
  }

  async #ask(globs: Globs, paths: readonly string[]): Promise<readonly number[]> {
    const include = globs.include.map(toPicomatch)
    const exclude = globs.exclude.map(toPicomatch)
    try {
      const question = { globs: { ...globs, include, exclude }, paths }
      const answer = await this.#calls.call(question)
      if ('selected' in answer) return answer.selected
      throw invalid(answer.invalid.pattern, answer.invalid.reason)
    } catch (error) {
      if (!(error instanceof TimeLimitExceeded)) throw error
      const message = 'Matching the pattern takes too long. Use fewer wildcards.'
      throw new AppError('limit', message, { cause: error })
    }
  }
}

function selectsAll({ include, exclude }: Globs): boolean {
  return include.length === 0 && exclude.length === 0
}
