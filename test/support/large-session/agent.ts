import type { Hash, RunId, SpanId } from '#shared/lib/ids.ts'
import { Chance } from './chance.ts'
import type { Project } from './project.ts'
import type { Recorder } from './recorder.ts'
import type { Simulation } from './simulation.ts'

/** What all agents of a simulated session share. */
export interface Stage {
  readonly simulation: Simulation
  readonly recorder: Recorder
  readonly project: Project
  readonly root: string
  /** How many pieces the next answer of a model has. */
  takeDeltas(): number
}

type Speaker = 'HumanMessage' | 'AIMessage' | 'ToolMessage'

/** Somebody at work: the lead in one of its runs, or a subagent. */
export class Agent {
  readonly ids: { readonly runId: RunId; readonly agentId: SpanId }
  /** Of this stretch of its work. */
  readonly spanId: SpanId
  readonly chance: Chance
  readonly tools: Hash
  readonly messages: Hash[] = []
  readonly #recorder: Recorder
  checkpoints = 0

  constructor(
    { recorder }: Stage,
    {
      runId,
      agentId,
      spanId,
      seed,
    }: {
      readonly runId: RunId
      readonly agentId: SpanId
      readonly spanId: SpanId
      readonly seed: number
    },
  ) {
    this.ids = { runId, agentId }
    this.spanId = spanId
    this.chance = new Chance(seed)
    this.tools = recorder.put('[]')
    this.#recorder = recorder
  }

  /** A message is part of every request from now on. */
  hear(speaker: Speaker, content: string): void {
    const id = ['langchain_core', 'messages', speaker]
    const number = `${this.spanId}-${this.messages.length}`
    const stored = { lc: 1, type: 'constructor', id, kwargs: { content, id: number } }
    this.messages.push(this.#recorder.put(JSON.stringify(stored)))
  }
}
