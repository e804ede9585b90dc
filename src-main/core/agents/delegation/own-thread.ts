import { type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { AppError } from '#shared/lib/app-error.ts'
import type { Workspace } from '../../workspace/define.ts'
import { type Evicted, evictedText, MAX_TEXT_CHARS } from '../calls/evicted-text.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import { isMessage } from '../messages/message-codec.ts'
import type { Capture } from '../models/capture.ts'
import { threadIdOf } from '../recording/thread-namespaces.ts'
import { isFromAgent } from './mailbox.ts'

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

interface ThreadOptions {
  readonly run: Pick<RunIdentity, 'sessionId' | 'signal'> & Pick<RunServices, 'workspace'>
  readonly capture: Capture
  /** Tells it from other threads of its session. */
  readonly name: string
}

/** LangGraph ends a graph after 25 of its own steps otherwise: what ends ours are the limits of the run. */
const STEPS = 10_000

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

function messagesOf(values: unknown): readonly BaseMessage[] {
  const has = typeof values === 'object' && values !== null && 'messages' in values
  return has && Array.isArray(values.messages) ? values.messages.filter(isMessage) : []
}

const MESSAGES_FOLDER = '/large_messages'

type Documents = Pick<Workspace, 'write'>

/**
 * Replaces the text of large messages from other agents (reports of background delegates, messages of
 * teammates) by a preview, and saves it as a scratch document.
 */
function evictLargeMessages(
  workspace: Documents,
  messages: readonly HumanMessage[],
): Promise<HumanMessage[]> {
  return Promise.all(messages.map((message) => evictLargeMessage(workspace, message)))
}

async function evictLargeMessage(workspace: Documents, message: HumanMessage) {
  const { id, content: text } = message
  if (!isFromAgent(id) || typeof text !== 'string' || text.length <= MAX_TEXT_CHARS) return message
  const evicted = await saveText(workspace, `${MESSAGES_FOLDER}/${id}.txt`, text)
  return new HumanMessage({ id, content: evictedText('message', text, evicted) })
}

async function saveText(workspace: Documents, path: string, text: string): Promise<Evicted> {
  try {
    await workspace.write(path, text, { type: 'unknown' })
    return { path }
  } catch (error) {
    if (!AppError.is(error) || error.code === 'cancelled') throw error
    return { problem: error.message }
  }
}
