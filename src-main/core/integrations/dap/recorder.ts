import type { DebugVariable } from '#shared/events/debug.ts'
import type { Draft, EventFor } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { SpanId } from '#shared/ids.ts'
import { type Redact, shorten } from './shorten.ts'

/** Where a session is written down, as a span that others may end before it does. */
export interface DebugLog {
  /** Resolves once durable. `endOf` answers how it ends where it is not let come to its own end. */
  open(started: Draft, endOf: (outcome: Outcome) => readonly Draft[]): Promise<unknown>
  note(drafts: readonly Draft[]): void
  /** Writes nothing where it was ended already. */
  end(ended: Draft): void
  /** Takes known secrets out of a text: asked before one is cut. */
  readonly redact: Redact
}

/** Whose session it is: the span of the call that started it, and its agent. */
export interface DebugOwner {
  readonly spanId: SpanId
  readonly agentId: SpanId
}

/** What an event keeps of a text. */
const TEXT_CHARS = 300
const MAX_VARIABLES = 100

/** Records one session: what it is, where it stood, what was seen, how it ended. */
export class DebugRecorder {
  readonly #log: DebugLog
  readonly #owner: DebugOwner

  constructor(log: DebugLog, owner: DebugOwner) {
    this.#log = log
    this.#owner = owner
  }

  get redact(): Redact {
    return this.#log.redact
  }

  /** Resolves once durable: only then may the program start. */
  async started(data: EventFor<'debug.started'>['data']): Promise<void> {
    const endOf = (outcome: Outcome) => [this.#toEnd({ outcome, exitCode: null })]
    await this.#log.open(this.#own({ kind: 'debug.started', data }), endOf)
  }

  placed(data: EventFor<'debug.placed'>['data']): void {
    const breakpoints = data.breakpoints.map(({ condition, ...placed }) => ({
      ...placed,
      ...(condition && { condition: this.#cut(condition) }),
    }))
    this.#note({ kind: 'debug.placed', data: { ...data, breakpoints } })
  }

  stopped({ text, ...data }: EventFor<'debug.stopped'>['data']): void {
    const frames = data.frames.map((frame) => ({ ...frame, name: this.#cut(frame.name) }))
    this.#note({
      kind: 'debug.stopped',
      data: { ...data, frames, ...(text && { text: this.#cut(text) }) },
    })
  }

  seen(frame: number, variables: readonly DebugVariable[]): void {
    const kept = variables.slice(0, MAX_VARIABLES)
    const short = kept.map(({ name, value, depth }) => ({
      name: this.#cut(name),
      value: this.#cut(value),
      depth,
    }))
    this.#note({ kind: 'debug.seen', data: { frame, variables: short } })
  }

  continued(): void {
    this.#note({ kind: 'debug.continued', data: {} })
  }

  ended(data: EventFor<'debug.ended'>['data']): void {
    this.#log.end(this.#toEnd(data))
  }

  #toEnd({ reason, ...data }: EventFor<'debug.ended'>['data']): Draft {
    return this.#own({
      kind: 'debug.ended',
      data: { ...data, ...(reason && { reason: this.#cut(reason) }) },
    })
  }

  #cut(text: string): string {
    return shorten(text, { chars: TEXT_CHARS, redact: this.redact })
  }

  #note(draft: Draft): void {
    this.#log.note([this.#own(draft)])
  }

  #own(draft: Draft): Draft {
    return { ...draft, ...this.#owner }
  }
}
