import type { BaseMessage, HumanMessage } from '@langchain/core/messages'
import type { Workspace } from '../../workspace/define.ts'
import { isMessage } from '../checkpoints/stored-message.ts'
import type { Capture } from '../models/capture.ts'
import type { RunContext } from '../run-context.ts'
import { threadIdOf } from '../thread-places.ts'
import { evictLargeMessages } from './evict-message.ts'

export interface ThreadState {
  readonly messages: readonly BaseMessage[]
  /** It was left in the middle of a turn: without new input it goes on from there. */
  readonly isUnderWay: boolean
}

interface Graph {
  invoke(input: unknown, config: object): Promise<unknown>
  readonly graph: {
    getState(
      config: object,
    ): Promise<{ readonly values: unknown; readonly next: readonly string[] }>
  }
}

export interface ThreadOptions {
  readonly run: Pick<RunContext, 'sessionId' | 'signal' | 'workspace'>
  readonly capture: Capture
  /** Tells it from other threads of its session. */
  readonly name: string
}

/** An agent with a checkpoint thread of its own: the lead, a background delegate or a teammate. */
export class OwnThread {
  readonly #agent: Graph
  readonly #capture: Capture
  readonly #signal: AbortSignal
  readonly #workspace: Workspace
  readonly #configurable: { readonly thread_id: string }

  constructor(agent: unknown, { run, capture, name }: ThreadOptions) {
    // The agent's own type names all that is in its state; here only its messages are looked at.
    this.#agent = agent as Graph
    this.#capture = capture
    this.#signal = run.signal
    this.#workspace = run.workspace
    this.#configurable = { thread_id: threadIdOf(run.sessionId, name) }
  }

  async read(): Promise<ThreadState> {
    const state = await this.#agent.graph.getState({ configurable: this.#configurable })
    return { messages: messagesOf(state.values), isUnderWay: state.next.length > 0 }
  }

  /** Lets it work until its turn ends, or it has something to hear. `null`: it goes on from where it was. */
  async invoke(messages: readonly HumanMessage[] | null): Promise<void> {
    const evicted = messages && (await evictLargeMessages(this.#workspace, messages))
    await this.#agent.invoke(evicted && { messages: evicted }, {
      configurable: this.#configurable,
      callbacks: [this.#capture],
      durability: 'sync',
      recursionLimit: STEPS,
      signal: this.#signal,
    })
  }
}

/** LangGraph ends a graph after 25 of its own steps otherwise: what ends ours are the limits of the run. */
const STEPS = 10_000

function messagesOf(values: unknown): readonly BaseMessage[] {
  const has = typeof values === 'object' && values !== null && 'messages' in values
  return has && Array.isArray(values.messages) ? values.messages.filter(isMessage) : []
}
