import { AppError } from '#shared/lib/app-error.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { AgentEnvironment } from '../../processes/agent-environment.ts'
import { Serial } from '../../runtime/serial-queue.ts'
import type { CheckedStartables } from '../../trust/project-trust.ts'
import { DebugSession } from './debug-session.ts'
import { openAdapter } from './open-adapter.ts'
import { planConfiguration } from './plan-configuration.ts'
import {
  type AdapterCommand,
  type AskedStart,
  type Plan,
  planProgram,
} from './program-plan/plan-program.ts'
import { Places } from './program-plan/source-locations.ts'
import { type DebugLog, type DebugOwner, DebugRecorder, type Patience } from './session-recorder.ts'

/** The debugger as tools have it: one session for each agent, as long as their run. */
export interface Debugging {
  /** Starts a program, in place of the one its agent debugged. It may have stopped or ended by then. */
  start(owner: DebugOwner, asked: AskedStart, signal: AbortSignal): Promise<StartedSession>
  /** The agent's session; fails with how to start one. */
  get(agentId: SpanId): DebugSession
}

interface StartedSession {
  readonly session: DebugSession
  /** What to know of how it was started. */
  readonly notes: readonly string[]
}

export interface DebuggingOptions {
  /** The project's folder. */
  readonly root: string
  /** Where a path of agents is on disk; throws for what leads out. */
  readonly resolve: (path: string) => string
  /** Of the programs that it starts. */
  readonly env: AgentEnvironment
  readonly log: DebugLog
  /** Lists the configurations that the project's files name, and whether a person trusts them. */
  readonly listConfigurations: () => Promise<CheckedStartables>
  /** The person's own, by type. */
  readonly adapters: () => Readonly<Record<string, AdapterCommand>>
  readonly patience?: Patience
}

/** The debugger of one run. Disposing of it ends every program it started. */
export class RunDebugging implements Debugging, AsyncDisposable {
  readonly #options: DebuggingOptions
  readonly #places: Places
  readonly #sessions = new Map<SpanId, DebugSession>()
  /** An agent's starts, one after the other: each ends what the one before it has started. */
  readonly #starts = new Map<SpanId, Serial>()
  #isDisposed = false

  constructor(options: DebuggingOptions) {
    this.#options = options
    this.#places = new Places(options.root, options.resolve)
  }

  start(owner: DebugOwner, asked: AskedStart, signal: AbortSignal): Promise<StartedSession> {
    const starts = this.#starts.get(owner.agentId) ?? new Serial()
    this.#starts.set(owner.agentId, starts)
    return starts.run(() => this.#start(owner, asked, signal))
  }

  async #start(owner: DebugOwner, asked: AskedStart, signal: AbortSignal): Promise<StartedSession> {
    if (this.#isDisposed || signal.aborted) throw new AppError('cancelled', 'Cancelled.')
    const plan = await this.#plan(asked)
    await this.#sessions.get(owner.agentId)?.end('ok', 'Its agent started another.')
    this.#sessions.delete(owner.agentId)
    const { root, env, log, patience } = this.#options
    const { peer, note } = await openAdapter(plan, { root, env, signal, redact: log.redact })
    const session = new DebugSession({
      peer,
      launch: { ...plan, ...asked },
      places: this.#places,
      recorder: new DebugRecorder(log, owner),
      ...(patience && { patience }),
    })
    this.#sessions.set(owner.agentId, session)
    if (this.#isDisposed) await session.end('cancelled')
    await session.start(signal)
    return { session, notes: [plan.notDone, note].filter((one) => one !== undefined) }
  }

  get(agentId: SpanId): DebugSession {
    const session = this.#sessions.get(agentId)
    if (session) return session
    const message =
      'You debug nothing now. Start a program with debug_start: name the program, or a configuration of the project’s launch.json, and the lines to stop at.'
    throw new AppError('conflict', message)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    const all = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(all.map((session) => session[Symbol.asyncDispose]()))
  }

  async #plan({ what }: AskedStart): Promise<Plan> {
    const { env } = this.#options
    const adapters = this.#options.adapters()
    if (!('configuration' in what)) return planProgram(what, this.#places, adapters)
    const { startables: found, malformed } = await this.#options.listConfigurations()
    const wrong = malformed
      .filter(({ file }) => file.endsWith('launch.json'))
      .find(({ error }) => found.length === 0 || error.includes(`“${what.configuration}”`))
    if (wrong && found.every(({ name }) => name !== what.configuration)) {
      const { file, error } = wrong
      throw new AppError('invalid-input', `${file} can’t be read: ${error}`)
    }
    const more = { places: this.#places, found, adapters, env }
    return planConfiguration(what, more)
  }
}
