import type { SpanId } from '#shared/lib/ids.ts'
import type { Limits } from '#shared/settings/settings.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type CallOutcome, CallWatch } from './loop-guard.ts'

const MS_PER_MINUTE = 60_000
const MINUTES_PER_HOUR = 60
/** The longest a timer of Node waits. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** No real task comes near it: 2,000 tool calls record some 14,000 events. */
const MAX_EVENTS = 200_000
const LOOPING = 'because an agent seems stuck in a loop'

/** How the reason of a run that reached a limit is worded. */
interface LimitWording {
  readonly verb: 'Paused' | 'Stopped'
  /** What a person can do, as a sentence. */
  readonly remedy?: string
}

/**
 * How much one run may use up, but for money, in all of its agents together. Time in which some call waits for a person
 * and nothing else is under way is not counted.
 */
export class RunLimits implements Disposable {
  readonly #limits: Limits
  readonly #clock: Clock
  readonly #wording: LimitWording
  readonly #stopped = new AbortController()
  readonly #calls: CallWatch
  #toolCalls = 0
  #events = 0
  #workedMs = 0
  /** When work went on last; `undefined` while there is nothing but waiting for a person. */
  #workingSince: number | undefined
  #waiting = 0
  /** Model and tool calls under way. */
  #working = 0
  #isDisposed = false
  #timer: NodeJS.Timeout | undefined
  #reason: string | undefined
  #isOverTime = false

  constructor(limits: Limits, clock: Clock, wording: LimitWording = { verb: 'Paused' }) {
    this.#limits = limits
    this.#wording = wording
    this.#clock = clock
    this.#calls = new CallWatch(limits)
    this.#keepTime()
  }

  /** Why the run has to end; `undefined` while it may go on. */
  get reason(): string | undefined {
    return this.#reason
  }

  /** Whether it is time that ran out. */
  get isOverTime(): boolean {
    return this.#isOverTime
  }

  /** Aborted when a limit is reached. */
  get signal(): AbortSignal {
    return this.#stopped.signal
  }

  /** False where no call is left: then the run ends. */
  takeToolCall(): boolean {
    const { toolCalls } = this.#limits
    if (this.#reason) return false
    if (toolCalls !== undefined && this.#toolCalls >= toolCalls) {
      this.#stop(`after ${formatCount(toolCalls, 'tool call')} (your limit)`)
      return false
    }
    this.#toolCalls += 1
    return true
  }

  noteOutcome(call: CallOutcome): void {
    this.#calls.note(call)
  }

  /** An agent goes on to its next step: the run ends where it gets nowhere. */
  endStep(agentId: SpanId): void {
    const reached = this.#calls.endStep(agentId)
    if (reached?.guard === 'failures') this.#stop(`after ${reached.what} (your limit)`)
    if (reached?.guard === 'repeats') this.#stop(`${LOOPING}, ${reached.what} (your limit)`)
  }

  /** Counts recorded events, so that no run can fill the disk. */
  countEvents(events: number): void {
    this.#events += events
    if (this.#events >= MAX_EVENTS) this.#stop(`${LOOPING}, running on without finishing`)
  }

  /** Ends the run, cleanly: what is under way comes to its end. */
  stop(reason: string): void {
    if (this.#reason) return
    this.#reason = reason
    this.#stopped.abort()
  }

  /** Until it is disposed, a call waits for a person. */
  wait(): Disposable {
    this.#waiting += 1
    this.#keepTime()
    return {
      [Symbol.dispose]: () => {
        this.#waiting -= 1
        this.#keepTime()
      },
    }
  }

  /** Until it is disposed, a model or tool call is under way. */
  work(): Disposable {
    this.#working += 1
    this.#keepTime()
    return {
      [Symbol.dispose]: () => {
        this.#working -= 1
        this.#keepTime()
      },
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
  }

  #keepTime(): void {
    if (this.#waiting > 0 && this.#working === 0) this.#pause()
    else if (this.#workingSince === undefined) this.#goOn()
  }

  #pause(): void {
    clearTimeout(this.#timer)
    if (this.#workingSince === undefined) return
    this.#workedMs += this.#clock.now() - this.#workingSince
    this.#workingSince = undefined
  }

  #goOn(): void {
    const { minutes } = this.#limits
    this.#workingSince = this.#clock.now()
    if (minutes === undefined || this.#reason || this.#isDisposed) return
    const leftMs = Math.max(0, minutes * MS_PER_MINUTE - this.#workedMs)
    this.#timer = setTimeout(() => this.#runOut(minutes), Math.min(leftMs, MAX_TIMER_MS))
  }

  #runOut(minutes: number): void {
    this.#isOverTime = this.#reason === undefined
    this.#stop(`after ${formatMinutes(minutes)} (your limit)`)
  }

  #stop(why: string): void {
    const { verb, remedy } = this.#wording
    this.stop(`${verb} ${why}.${remedy ? ` ${remedy}` : ''}`)
  }
}

/** Whole hours as hours: "2 hours", "90 minutes". */
function formatMinutes(minutes: number): string {
  const isWholeHours = minutes % MINUTES_PER_HOUR === 0
  return isWholeHours
    ? formatCount(minutes / MINUTES_PER_HOUR, 'hour')
    : formatCount(minutes, 'minute')
}

function formatCount(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
}
