import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { ModelRef, Outcome, StoredText } from '#shared/events/value.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { RunLog } from './run-log.ts'
import type { SessionView } from './session-view.ts'
import { agentIdOf } from './span-ids.ts'

/** An agent that is at work. */
export interface Agent {
  readonly agentId: SpanId
  /** Of this stretch of work: another one after a resume. */
  readonly spanId: SpanId
  readonly type: string
  readonly model: ModelRef
}

/** Who begins to work, and what for. */
export interface AgentEntry {
  readonly namespace: string
  readonly type: string
  readonly description: string
  readonly model: ModelRef
  /** The call that started it; the lead has none. */
  readonly parentSpanId?: SpanId
  readonly task?: StoredText
  /** What others of its team call it. */
  readonly teammate?: string
}

/** How a stretch of an agent's work came out, and what it says of it. */
export interface AgentExit {
  readonly outcome: Outcome
  readonly report?: StoredText
  readonly error?: string
}

interface DirectoryOptions {
  /** The session whose id its spans are named by. */
  readonly origin: SessionId
  readonly log: RunLog
  readonly view: SessionView
  readonly ids: Ids
}

/** The agents of one run that are at work, by the namespace of their checkpoints. */
export class AgentDirectory {
  readonly #byNamespace: Map<string, Agent>
  /** Of subagent types that have one of their own. */
  #models: ReadonlyMap<string, ModelRef> = new Map()
  readonly #origin: SessionId
  readonly #log: RunLog
  readonly #view: SessionView
  readonly #ids: Ids

  constructor(options: DirectoryOptions, byNamespace = new Map<string, Agent>()) {
    this.#byNamespace = byNamespace
    this.#origin = options.origin
    this.#log = options.log
    this.#view = options.view
    this.#ids = options.ids
  }

  /** Says which models subagents work with, whatever the agent has that starts them. */
  assign(models: ReadonlyMap<string, ModelRef>): void {
    this.#models = models
  }

  /** The same agents; those that enter by it have the models that are named here. */
  withModels(models: ReadonlyMap<string, ModelRef>): AgentDirectory {
    const directory = new AgentDirectory(
      { origin: this.#origin, log: this.#log, view: this.#view, ids: this.#ids },
      this.#byNamespace,
    )
    directory.assign(models)
    return directory
  }

  /** An agent known from before goes on under the same id, in a span of its own. */
  async enter(entry: AgentEntry): Promise<Agent> {
    const { namespace, type, description, parentSpanId, task, teammate } = entry
    const model = this.#models.get(type) ?? entry.model
    const agentId = agentIdOf(this.#origin, namespace)
    const isKnown = agentId in this.#view.transcript.agents
    const agent = { agentId, spanId: isKnown ? this.#ids.span() : agentId, type, model }
    this.#byNamespace.set(namespace, agent)
    const draft: Draft = {
      kind: 'agent.started',
      spanId: agent.spanId,
      agentId,
      ...(parentSpanId && { parentSpanId }),
      data: {
        type,
        description,
        model,
        ...(task !== undefined && { task }),
        ...(teammate !== undefined && { teammate }),
      },
    }
    await this.#log.open(agent.spanId, draft, (outcome) => [endOf(agent, { outcome })])
    return agent
  }

  /** Answers what was written: its end, and what comes with it, all or nothing. */
  leave(agent: Agent, exit: AgentExit, ...also: readonly Draft[]): Promise<readonly AnyEvent[]> {
    return this.#log.end(agent.spanId, endOf(agent, exit), ...also)
  }

  /** The agent of a namespace and all that were started in it, also those that have left. */
  idsBelow(namespace: string): ReadonlySet<SpanId> {
    const inside = [...this.#byNamespace].filter(
      ([one]) => one === namespace || one.startsWith(`${namespace}|`),
    )
    return new Set(inside.map(([, { agentId }]) => agentId))
  }

  /** An agent that is or was at work in this run. */
  find(agentId: SpanId): Agent | undefined {
    return [...this.#byNamespace.values()].find((one) => one.agentId === agentId)
  }

  /** Fails where nobody entered: every agent is made by us. */
  get(namespace: string): Agent {
    const agent = this.#byNamespace.get(namespace)
    if (!agent) throw new Error(`No agent works in the namespace "${namespace}".`)
    return agent
  }
}

function endOf({ agentId, spanId }: Agent, { outcome, report, error }: AgentExit): Draft {
  const data = {
    outcome,
    ...(report !== undefined && { report }),
    ...(error !== undefined && { error }),
  }
  return { kind: 'agent.ended', spanId, agentId, data }
}
