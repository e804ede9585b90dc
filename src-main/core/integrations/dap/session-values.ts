import type { DebugVariable } from '#shared/events/debug.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Evaluated, Scopes, type Variable, Variables } from './adapters/dap-protocol.ts'
import { shorten } from './adapters/program.ts'
import { isPlainExpression, WHAT_IS_PLAIN } from './plain-expression.ts'
import type { Plan } from './program-plan/plan-program.ts'
import type { DebugRecorder } from './session-recorder.ts'

/** A value as it is told; `reference` leads to what it holds, where it holds something. */
export interface SeenValue {
  readonly name: string
  readonly value: string
  readonly type?: string
  readonly reference?: number
  readonly held?: readonly SeenValue[]
  /** There are more than were asked for. */
  readonly hasMore?: true
}

interface Look {
  /** Counted from 0. */
  readonly start: number
  readonly count: number
  /** How far into values that hold others. */
  readonly depth: number
}

interface SessionValuesOptions {
  readonly recorder: DebugRecorder
  readonly launch: Pick<Plan, 'type' | 'adapter'>
  readonly request: (command: string, args: object, signal?: AbortSignal) => Promise<unknown>
}

const VALUE_CHARS = 500
/** Over all that one look shows. */
const MAX_VALUES = 200

/** What a program that stands still holds. References are good until it goes on. */
export class SessionValues {
  readonly #options: SessionValuesOptions

  constructor(options: SessionValuesOptions) {
    this.#options = options
  }

  /** The scopes of a frame, each with what it holds; those that are large or slow are only named. */
  async scopes(
    frame: { readonly id: number; readonly index: number },
    look: Look,
    signal: AbortSignal,
  ): Promise<readonly SeenValue[]> {
    const answered = await this.#options.request('scopes', { frameId: frame.id }, signal)
    const room = { left: MAX_VALUES }
    const seen: SeenValue[] = []
    for (const { name, variablesReference: reference, expensive } of Scopes.parse(answered)
      .scopes) {
      const held = expensive ? {} : await this.#held(reference, look, room, signal)
      seen.push({ name, value: '', reference, ...held })
    }
    this.#note(
      frame.index,
      seen.filter(({ held }) => held).flatMap(({ held = [] }) => held),
    )
    return seen
  }

  /** What a value holds that was seen before. */
  async held(
    of: { readonly reference: number; readonly frameIndex: number },
    look: Look,
    signal: AbortSignal,
  ): Promise<SeenValue> {
    const { reference, frameIndex } = of
    const held = await this.#held(reference, look, { left: MAX_VALUES }, signal)
    this.#note(frameIndex, held.held ?? [])
    return { name: `#${reference}`, value: '', reference, ...held }
  }

  async evaluate(
    asked: { readonly expression: string; readonly frameId: number; readonly mayChange: boolean },
    look: Look,
    signal: AbortSignal,
  ): Promise<SeenValue> {
    const { expression, frameId, mayChange } = asked
    if (!mayChange) this.#checkLooksOnly(expression)
    // `repl` lets a debugger of ours change things; to others it is the usual one.
    const args = { expression, frameId, context: mayChange ? 'repl' : 'watch' }
    const answered = await this.#options.request('evaluate', args, signal)
    const { result, type, variablesReference: reference } = Evaluated.parse(answered)
    const held = await this.#inside(reference, look, { left: MAX_VALUES }, signal)
    return {
      name: expression,
      value: this.#cut(result),
      ...(type && { type }),
      ...(reference > 0 && { reference }),
      ...held,
    }
  }

  /** Our own adapter sees to it as it evaluates; of others nothing is known. */
  #checkLooksOnly(expression: string): void {
    const { type, adapter } = this.#options.launch
    if ((type === 'node' && !adapter) || isPlainExpression(expression)) return
    const message = `It could change something, and was not evaluated. ${WHAT_IS_PLAIN} Where more is wanted, set may_change: it is then judged as a command.`
    throw new AppError('denied', message)
  }

  async #held(
    reference: number,
    { start, count, depth }: Look,
    room: { left: number },
    signal: AbortSignal,
  ): Promise<Pick<SeenValue, 'held' | 'hasMore'>> {
    const wanted = Math.min(count, room.left)
    // One more than is shown says whether there are more.
    const args = { variablesReference: reference, start, count: wanted + 1 }
    const answered = await this.#options.request('variables', args, signal)
    const { variables } = Variables.parse(answered)
    // Some know nothing of pages, and answer all.
    const page = variables.length > wanted + 1 ? variables.slice(start) : variables
    const shown = page.slice(0, wanted)
    room.left -= shown.length
    const held: SeenValue[] = []
    for (const variable of shown) held.push(await this.#toSeen(variable, depth, room, signal))
    return { held, ...(page.length > wanted && { hasMore: true }) }
  }

  async #toSeen(
    variable: Variable,
    depth: number,
    room: { left: number },
    signal: AbortSignal,
  ): Promise<SeenValue> {
    const { name, value, type, variablesReference: reference } = variable
    const look = { start: 0, count: INNER, depth: depth - 1 }
    const isOfLanguage = /^(?:special|function|class) variables$/.test(name)
    const held = isOfLanguage ? {} : await this.#inside(reference, look, room, signal)
    return {
      name,
      value: this.#cut(value),
      ...(type && { type }),
      ...(reference > 0 && { reference }),
      ...held,
    }
  }

  async #inside(
    reference: number,
    look: Look,
    room: { left: number },
    signal: AbortSignal,
  ): Promise<Pick<SeenValue, 'held' | 'hasMore'>> {
    if (reference <= 0 || look.depth <= 0 || room.left <= 0) return {}
    return this.#held(reference, look, room, signal)
  }

  /** In a line. */
  #cut(value: string): string {
    const { redact } = this.#options.recorder
    const line = (text: string) => redact(text).replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    const ending = `… (${value.length} characters)`
    return shorten(value, { chars: VALUE_CHARS, redact: line, ending })
  }

  #note(frame: number, seen: readonly SeenValue[]): void {
    this.#options.recorder.seen(frame, flat(seen, 0))
  }
}

/** Of what a value inside another holds. */
const INNER = 20

function flat(seen: readonly SeenValue[], depth: number): readonly DebugVariable[] {
  return seen.flatMap(({ name, value, held = [] }) => [
    { name, value, depth },
    ...flat(held, depth + 1),
  ])
}
