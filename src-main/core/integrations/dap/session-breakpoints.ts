import type { DebugBreakpoint } from '#shared/events/debug.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { type Breakpoint, Breakpoints } from './adapters/dap-protocol.ts'
import { isPlainExpression, WHAT_IS_PLAIN } from './plain-expression.ts'
import type { RequestedBreakpoint } from './program-plan/plan-program.ts'
import type { Places } from './program-plan/source-locations.ts'
import type { DebugRecorder } from './session-recorder.ts'

/** As the debugger took it: perhaps at another line, perhaps not yet. */
export interface PlacedBreakpoint extends DebugBreakpoint {
  readonly id?: number
  /** Why not. */
  readonly message?: string
}

interface SessionBreakpointsOptions {
  readonly places: Places
  readonly recorder: DebugRecorder
  readonly request: (command: string, args: object, signal?: AbortSignal) => Promise<unknown>
}

/** The breakpoints of one session, by file as agents see it. */
export class SessionBreakpoints {
  readonly #options: SessionBreakpointsOptions
  readonly #placed = new Map<string, readonly PlacedBreakpoint[]>()
  readonly #changed = new Set<string>()

  constructor(options: SessionBreakpointsOptions) {
    this.#options = options
  }

  get all(): ReadonlyMap<string, readonly PlacedBreakpoint[]> {
    return this.#placed
  }

  async place(
    path: string,
    asked: readonly RequestedBreakpoint[],
    signal?: AbortSignal,
  ): Promise<readonly PlacedBreakpoint[]> {
    checkConditions(asked)
    const { places, request } = this.#options
    const shown = places.toAgentPath(path)
    const breakpoints = asked.map(({ line, condition }) => ({
      line,
      ...(condition && { condition }),
    }))
    const source = { path: places.toReal(path) }
    const answered = await request('setBreakpoints', { source, breakpoints }, signal)
    const taken = Breakpoints.parse(answered).breakpoints
    const placed = asked.map((one, index) => toPlaced(one, taken[index]))
    this.#placed.set(shown, placed)
    this.#changed.add(shown)
    this.tellChanged()
    return placed
  }

  /** The debugger has found where it belongs, or that it belongs nowhere. */
  changed(breakpoint: Breakpoint): void {
    if (breakpoint.id === undefined) return
    for (const [path, placed] of this.#placed) {
      const index = placed.findIndex(({ id }) => id === breakpoint.id)
      const old = placed[index]
      if (!old) continue
      const next = toPlaced(old, { ...breakpoint, id: breakpoint.id })
      if (next.line === old.line && next.isVerified === old.isVerified) continue
      this.#placed.set(path, placed.with(index, next))
      this.#changed.add(path)
    }
  }

  /** Writes down those that are not as they were written last. */
  tellChanged(): void {
    for (const path of this.#changed) {
      const breakpoints = (this.#placed.get(path) ?? []).map(toRecorded)
      this.#options.recorder.placed({ path, breakpoints })
    }
    this.#changed.clear()
  }
}

/** What a debugger evaluates by itself, again and again, may change nothing. */
function checkConditions(asked: readonly RequestedBreakpoint[]): void {
  const wrong = asked.find(({ condition }) => condition && !isPlainExpression(condition))
  if (!wrong) return
  const message = `The condition of line ${wrong.line} is not one that surely changes nothing. ${WHAT_IS_PLAIN}`
  throw new AppError('invalid-input', message)
}

function toPlaced(
  { line, condition }: RequestedBreakpoint,
  taken: Breakpoint | undefined,
): PlacedBreakpoint {
  return {
    line: taken?.line && taken.line > 0 ? taken.line : line,
    isVerified: taken?.verified ?? false,
    ...(condition && { condition }),
    ...(taken?.id !== undefined && { id: taken.id }),
    ...(taken?.message && { message: taken.message }),
  }
}

function toRecorded({ line, condition, isVerified }: PlacedBreakpoint): DebugBreakpoint {
  return { line, isVerified, ...(condition && { condition }) }
}
