import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { Runnable, type RunnableConfig } from '@langchain/core/runnables'
import { reportOf } from './report.ts'

interface Invokable {
  invoke(input: unknown, config: RunnableConfig): Promise<{ readonly messages: BaseMessage[] }>
}

/**
 * A subagent that a call waits for; fails where it has no report. It is built when it is first asked
 * for: a run has many types, and uses few. LangGraph takes a `checkpoint_id` in
 * the config of a nested graph, even an empty one, for a wish to start over from there: calls that had
 * ended would run again after a resume (langgraphjs #2667).
 */
export class ResumableSubagent extends Runnable {
  override lc_namespace = ['orrery']
  readonly #build: () => unknown
  #agent: Invokable | undefined

  constructor(build: () => unknown) {
    super()
    this.#build = build
  }

  override async invoke(input: unknown, config: RunnableConfig = {}): Promise<unknown> {
    const { checkpoint_id: _, ...configurable } = config.configurable ?? {}
    // The agent's own type names its state; here it is only passed through.
    this.#agent ??= this.#build() as Invokable
    const state = await this.#agent.invoke(input, { ...config, configurable })
    // The call's result is the text of the last message.
    const report = new AIMessage(reportOf(state.messages))
    return { ...state, messages: [...state.messages.slice(0, -1), report] }
  }
}
