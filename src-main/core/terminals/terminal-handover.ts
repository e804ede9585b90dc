import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import type { Clock } from '../runtime/clock.ts'
import type { TerminalHolder } from './agent-terminal-recorder.ts'

/** What a command is to who holds its terminal. */
export interface HeldCommand {
  write(data: string): void
  /** Its time does not pass while a person has it. */
  pauseTime(): void
  resumeTime(): void
}

/** When a person had it, in milliseconds since its command began; without an end, they still had it then. */
interface Spell {
  readonly fromMs: number
  readonly toMs?: number
}

/** That one person has it. Disposing gives it back, where it is still theirs. */
interface Holding extends AsyncDisposable {
  /** Resolves once they have it no longer: it was given back, another took it, or its command ended. */
  readonly over: Promise<void>
}

/** Who holds an agent's terminal: its agent, or for a while a person. */
export class TerminalHold {
  readonly #onTaken: (holder: TerminalHolder) => Promise<unknown>
  readonly #clock: Clock
  readonly #startedAt: number
  readonly #spells: Spell[] = []
  #last: Promise<unknown> = Promise.resolve()
  #holding: PromiseWithResolvers<void> | undefined
  #command: HeldCommand | undefined

  /** `onTaken` writes it down; it has changed hands once that is durable. */
  constructor(clock: Clock, onTaken: (holder: TerminalHolder) => Promise<unknown>) {
    this.#clock = clock
    this.#startedAt = clock.now()
    this.#onTaken = onTaken
  }

  /** The command has begun. Disposing says that it has ended. */
  begin(command: HeldCommand): Disposable {
    this.#command = command
    return { [Symbol.dispose]: () => this.#end() }
  }

  get spells(): readonly Spell[] {
    return this.#spells
  }

  get isTaken(): boolean {
    const last = this.#spells.at(-1)
    return last !== undefined && last.toMs === undefined
  }

  /** Resolves once it is the person's; whoever had taken it before has it no longer. */
  take(): Promise<Holding> {
    return this.#inTurn(async () => {
      this.#running()
      if (!this.isTaken) await this.#begin()
      // It may have ended while it was written down.
      this.#running()
      this.#holding?.resolve()
      const own = Promise.withResolvers<void>()
      this.#holding = own
      return { over: own.promise, [Symbol.asyncDispose]: () => this.#giveBack(own) }
    })
  }

  /** From whoever has it. */
  giveBack(): Promise<void> {
    return this.#giveBack()
  }

  /** Types into it what a person did. */
  type(data: string): void {
    if (!this.isTaken) throw new AppError('denied', 'That terminal is its agent’s. Take it first.')
    this.#running().write(data)
  }

  async #begin(): Promise<void> {
    await this.#onTaken('person')
    this.#running().pauseTime()
    this.#spells.push({ fromMs: this.#now() })
  }

  /** Does nothing where it is another's by then, or its command has ended. */
  #giveBack(whose?: PromiseWithResolvers<void>): Promise<void> {
    return this.#inTurn(async () => {
      const last = this.#spells.at(-1)
      if (whose && whose !== this.#holding) return
      if (!last || !this.isTaken || !this.#command) return
      this.#command.resumeTime()
      this.#spells[this.#spells.length - 1] = { ...last, toMs: this.#now() }
      this.#holding?.resolve()
      await this.#onTaken('agent')
    })
  }

  #end(): void {
    this.#command = undefined
    this.#holding?.resolve()
  }

  /** It changes hands once at a time, in the order that was asked. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#last.then(change)
    this.#last = changed.catch(() => {})
    return changed
  }

  #running(): HeldCommand {
    if (!this.#command) {
      throw new AppError('conflict', 'That command does not run: there is nothing to take.')
    }
    return this.#command
  }

  #now(): number {
    return this.#clock.now() - this.#startedAt
  }
}

/** For the agent whose terminal it is; absent where nobody took it. */
export function tellSpells(spells: readonly Spell[]): string | undefined {
  if (spells.length === 0) return undefined
  const told = spells.map(({ fromMs, toMs }) =>
    toMs === undefined
      ? `from ${seconds(fromMs)} after it began to its end`
      : `from ${seconds(fromMs)} to ${seconds(toMs)} after it began`,
  )
  return `A person had this terminal ${told.join(', and ')}, and could type into it`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** The agents' terminals whose commands run, for people to take. */
export class AgentTerminals {
  readonly #running = new Map<string, TerminalHold>()

  /** Until disposed of. */
  add(sessionId: SessionId, spanId: SpanId, hold: TerminalHold): Disposable {
    const key = keyOf(sessionId, spanId)
    this.#running.set(key, hold)
    return { [Symbol.dispose]: () => this.#running.delete(key) }
  }

  get(sessionId: SessionId, spanId: SpanId): TerminalHold {
    const hold = this.#running.get(keyOf(sessionId, spanId))
    if (!hold) throw new AppError('conflict', 'That command has ended: there is nothing to take.')
    return hold
  }
}

function keyOf(sessionId: SessionId, spanId: SpanId): string {
  return `${sessionId} ${spanId}`
}
