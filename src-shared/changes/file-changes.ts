import type { ChangedBy, OtherSession } from '../events/file.ts'
import type { AnyEvent, EventFor } from '../events/index.ts'
import { type FileContent, headOf } from '../events/value.ts'
import type { RunId, SpanId } from '../lib/ids.ts'

/** One change of a file, and what led to it. */
export interface FileChange {
  readonly seq: number
  readonly at: number
  readonly before: FileContent | null
  readonly after: FileContent | null
  readonly type: ChangedBy['type']
  /** Of another session's change. */
  readonly session?: OtherSession
  /** Of a call's change. */
  readonly agentId?: SpanId
  readonly agent?: string
  /** Its number, from 1. */
  readonly run?: number
  /** What the run had been told last. */
  readonly prompt?: string
  /** What the call was. */
  readonly title?: string
  /** Of the model call that asked for it; `null`: unpriced. */
  readonly costUsd?: number | null
}

/** Every change of every file in a log, as far as it has been told. */
export class FileChangeLog {
  readonly #known = new Known()
  readonly #changes = new Map<string, FileChange[]>()
  #seq = 0

  /** Of the last event that was told. */
  get seq(): number {
    return this.#seq
  }

  /** What comes in the log after `seq`, in order. */
  tell(events: Iterable<AnyEvent>): void {
    for (const event of events) {
      this.#known.learn(event)
      this.#seq = event.seq
      if (event.kind !== 'file.changed') continue
      const { path } = event.data
      const changes = this.#changes.get(path)
      if (changes) changes.push(this.#known.tell(event))
      else this.#changes.set(path, [this.#known.tell(event)])
    }
  }

  /** The changes of a file up to a seq, in order. */
  changesOf(path: string, through: number): readonly FileChange[] {
    const changes = this.#changes.get(path) ?? []
    return changes.slice(0, changes.findLastIndex(({ seq }) => seq <= through) + 1)
  }
}

interface RequestedCall {
  readonly agentId?: SpanId | undefined
  readonly title: string
  readonly costUsd?: number | null | undefined
}

/** What has been said so far of whoever may change a file. */
class Known {
  readonly #runs = new Map<RunId, number>()
  readonly #prompts = new Map<RunId, string>()
  readonly #agents = new Map<SpanId, string>()
  /** Of each agent's last model call. */
  readonly #costs = new Map<SpanId, number | null>()
  readonly #embeddings = new Set<SpanId>()
  readonly #calls = new Map<SpanId, RequestedCall>()
  #lastPrompt: string | undefined

  learn(event: AnyEvent): void {
    const { runId, spanId, agentId } = event
    switch (event.kind) {
      case 'run.started':
        if (runId) this.#runs.set(runId, this.#runs.size + 1)
        return
      case 'input.received':
        this.#lastPrompt = headOf(event.data.text)
        if (runId) this.#prompts.set(runId, this.#lastPrompt)
        return
      case 'agent.started':
        if (agentId) this.#agents.set(agentId, event.data.teammate ?? event.data.type)
        return
      case 'model.started':
      case 'model.ended':
        this.#learnCost(event)
        return
      case 'tool.started':
        if (spanId && event.data.effect !== 'read') this.#calls.set(spanId, this.#toCall(event))
        return
    }
  }

  /** What a call asks of a model has asked for no change. */
  #learnCost(event: EventFor<'model.started'> | EventFor<'model.ended'>): void {
    const { agentId, spanId } = event
    if (event.kind === 'model.started') {
      if (spanId && event.data.purpose === 'embedding') this.#embeddings.add(spanId)
    } else if (agentId && !(spanId && this.#embeddings.delete(spanId))) {
      this.#costs.set(agentId, event.data.costUsd)
    }
  }

  tell({ seq, at, runId, agentId, spanId, data }: EventFor<'file.changed'>): FileChange {
    const { before, after, by } = data
    const { type, session } = by
    const bare = { seq, at, before, after, type, ...(session && { session }) }
    const run = runId && this.#runs.get(runId)
    const isRun = run !== undefined && { run }
    if (by.type !== 'call') return { ...bare, ...isRun }
    const call = this.#findCall(by.spanIds[0] ?? spanId)
    const author = agentId ?? call?.agentId
    const agent = author && this.#agents.get(author)
    // A run that goes on with another has no prompt of its own.
    const prompt = (runId && this.#prompts.get(runId)) ?? this.#lastPrompt
    return {
      ...bare,
      ...isRun,
      ...(author && { agentId: author }),
      ...(agent !== undefined && { agent }),
      ...(prompt !== undefined && { prompt }),
      ...(call && { title: call.title }),
      ...(call?.costUsd !== undefined && { costUsd: call.costUsd }),
    }
  }

  #findCall(spanId: SpanId | undefined): RequestedCall | undefined {
    return spanId && this.#calls.get(spanId)
  }

  #toCall({ agentId, data }: EventFor<'tool.started'>): RequestedCall {
    return { agentId, title: data.title, costUsd: agentId && this.#costs.get(agentId) }
  }
}
