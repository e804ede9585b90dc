import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Settings } from '#shared/settings/settings.ts'
import { toProgramEnvironment } from '../programs/program-environment.ts'
import { WorkerCalls } from '../runtime/worker-entry.ts'
import type { BrowserCall, Browsers, PageAnswer, Reach, RunBrowser } from './define.ts'

interface BrowsersOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly readSettings: () => Pick<Settings, 'browserPath'>
}

/** Drives them from a thread of their own: what does so takes long to load, and may fail in ways of its own. */
export class HostBrowsers implements Browsers, AsyncDisposable {
  readonly #options: BrowsersOptions
  readonly #calls = new WorkerCalls<BrowserCall, PageAnswer>({
    from: import.meta.url,
    name: 'browser',
  })
  #isStarted = false

  constructor(options: BrowsersOptions) {
    this.#options = options
  }

  forRun(reach: Reach): RunBrowser {
    const run = randomUUID()
    let hasActed = false
    return {
      act: (agentId, act, signal) => {
        hasActed = true
        this.#isStarted = true
        const { env, readSettings } = this.#options
        // One browser serves every project, so it gets nothing that a project is allowed.
        const path = readSettings().browserPath ?? (env['CHROMIUM'] || undefined)
        const program = { path, env: toProgramEnvironment(env) }
        const call = { type: 'act', run, agentId, reach, program, act } as const
        return untilAborted(this.#calls.call(call), signal)
      },
      [Symbol.asyncDispose]: async () => {
        if (hasActed) await this.#calls.call({ type: 'leave', run })
      },
    }
  }

  /** Closes the browser first: it would outlive the thread that drives it. */
  async [Symbol.asyncDispose](): Promise<void> {
    // Where the thread has failed there is nothing left to close.
    if (this.#isStarted) await this.#calls.call({ type: 'end' }).catch(() => undefined)
    await this.#calls[Symbol.asyncDispose]()
  }
}

/** What is under way ends with its page, which is closed at the run's end. */
async function untilAborted(work: Promise<PageAnswer>, signal: AbortSignal): Promise<PageAnswer> {
  signal.throwIfAborted()
  using over = new DisposableStack()
  const ended = new AbortController()
  over.defer(() => ended.abort())
  work.catch(() => undefined)
  const aborted = once(signal, 'abort', { signal: ended.signal }).then(() => {
    throw signal.reason
  })
  aborted.catch(() => undefined)
  return await Promise.race([work, aborted])
}
