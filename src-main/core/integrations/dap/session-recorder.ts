import type { DebugVariable } from '#shared/events/debug.ts'
import type { Draft, EventFor } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Capabilities, StoppedBody } from './adapters/dap-protocol.ts'
import { type Redact, shorten } from './adapters/program.ts'
import type { Exceptions } from './program-plan/plan-program.ts'
import type { Frame } from './program-plan/source-locations.ts'

/** How long is waited, in milliseconds. */
export interface Patience {
  readonly startMs: number
  readonly requestMs: number
}

export const PATIENCE: Patience = { startMs: 30_000, requestMs: 10_000 }

/** How long an adapter has to end its program by itself. */
export const GOODBYE_MS = 2000

/** What an event keeps of a text. */
const TEXT_CHARS = 300
const MAX_VARIABLES = 100

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

export interface Stop {
  readonly reason: string
  readonly text?: string
  readonly threadId: number
  readonly thread?: string
  readonly frames: readonly Frame[]
  readonly framesLeftOut: number
}

export type DebugState =
  | { readonly type: 'running' }
  | { readonly type: 'stopped'; readonly stop: Stop }
  | { readonly type: 'ended'; readonly exitCode: number | null; readonly reason?: string }

/** As far as the adapter says it by itself. */
export function toStop({ reason, description, text, threadId = 1 }: StoppedBody): Stop {
  const more = [text, description].filter((one) => one && one !== reason)
  const told = [...new Set(more)].join(': ')
  return { reason, threadId, frames: [], framesLeftOut: 0, ...(told && { text: told }) }
}

/** What the adapter calls those exceptions. */
export function filtersOf(can: Capabilities, exceptions: Exceptions): readonly string[] {
  if (exceptions === 'none') return []
  const all = can.exceptionBreakpointFilters
  const named = (names: RegExp) => all.filter(({ filter }) => names.test(filter))
  const found = named(exceptions === 'all' ? /^(?:all|raised|throw)/i : /^uncaught/i)
  return (found.length > 0 ? found : all.filter((one) => one.default)).map(({ filter }) => filter)
}

/** How a program that has ended did so. */
export function tellExit({ exitCode, reason }: Extract<DebugState, { type: 'ended' }>): string {
  if (reason) return `: ${reason.replace(/\.$/, '')}`
  return exitCode === null ? '' : `, with exit code ${exitCode}`
}
