import { LEAD_TYPE } from '#shared/events/agent.ts'
import type { Agent } from './agent-directory.ts'
import { checkpointerOf } from './agent-kit.ts'
import type { Conductor } from './conductor.ts'
import { compactThread } from './models/compact-thread.ts'
import type { RunContext } from './run-context.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunsOptions } from './runs-options.ts'
import { LEAD } from './span-ids.ts'

export interface CompactionConductorOptions {
  readonly plan: RunPlan
  readonly options: RunsOptions
  readonly run: RunContext
}

/** Does the work of a run that summarizes its session's conversation, and nothing else. */
export class CompactionConductor implements Conductor {
  readonly #options: CompactionConductorOptions
  #agent: Agent | undefined

  constructor(options: CompactionConductorOptions) {
    this.#options = options
  }

  get agent(): Agent | undefined {
    return this.#agent
  }

  /** Rejects messages: they start the next run. */
  async hear(): Promise<boolean> {
    return false
  }

  /** Does nothing: the run is compacting. */
  compact(): void {}

  close(): void {}

  async work(): Promise<void> {
    const { plan, options, run } = this.#options
    using _working = run.parking.work()
    const description = 'Compacts the conversation'
    const entry = { namespace: LEAD, type: LEAD_TYPE, description, model: plan.model }
    const agent = await run.agents.enter(entry)
    this.#agent = agent
    const model = await options.providers.create(plan.model)
    run.signal.throwIfAborted()
    run.snapshot.begin()
    await compactThread({ run, agent, model, checkpointer: checkpointerOf(run) })
    await options.store.flush()
  }
}
