import type { PinsState } from '#shared/projections/pins.ts'
import type { Delegates } from '../subagents/delegates.ts'
import type { PromptSources } from './prompt-sources.ts'

/** Sources of the prompts of a run's agents. */
export interface PromptState {
  readonly sources: PromptSources
  /** The subagent types that agents can delegate to. */
  readonly delegates: Delegates
  /** Messages that a person pinned, as the log has them. */
  readonly pins: PinsState
}
