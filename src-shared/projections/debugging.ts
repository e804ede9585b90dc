import type { DebugBreakpoint, DebugFrame, DebugVariable } from '../events/debug.ts'
import type { EventFor } from '../events/index.ts'
import type { Outcome } from '../events/value.ts'
import type { SpanId } from '../lib/ids.ts'
import { defineProjection } from './define.ts'

/** Of so many that began last, one is what a window shows. */
const SEEN_FIRST = 16

/** Where a program stands still. */
export type Standing = EventFor<'debug.stopped'>['data']

/** A program in an agent's debugger. */
export interface Debuggee {
  readonly spanId: SpanId
  readonly agentId?: SpanId
  readonly title: string
  /** Which debugger: `node`, `python` or another. */
  readonly type: string
  readonly startedAt: number
  /** Absent while it runs, and once it has ended. */
  readonly standing?: Standing
  /** What its agent saw last of where it stands, and of which frame. */
  readonly seen?: { readonly frame: number; readonly variables: readonly DebugVariable[] }
  /** By file. */
  readonly breakpoints: Readonly<Record<string, readonly DebugBreakpoint[]>>
  readonly end?: {
    readonly at: number
    readonly outcome: Outcome
    readonly exitCode: number | null
    readonly reason?: string | undefined
  }
}

export interface DebuggingState {
  debuggees: Record<SpanId, Debuggee>
  /** As they were started. */
  order: SpanId[]
}

/** The programs that agents debug: where each stands, and what was seen there. */
export const debugging = defineProjection<DebuggingState>({
  init: () => ({ debuggees: {}, order: [] }),
  copy: (state) => ({ debuggees: { ...state.debuggees }, order: [...state.order] }),
  picture: { debuggees: ({ order }) => order.slice(-SEEN_FIRST) },
  on: {
    'debug.started': (state, { spanId, agentId, at, data }) => {
      if (!spanId || state.debuggees[spanId]) return
      const by = agentId && { agentId }
      state.debuggees[spanId] = { spanId, ...by, ...data, startedAt: at, breakpoints: {} }
      state.order.push(spanId)
    },
    'debug.placed': (state, { spanId, data }) => {
      change(state, spanId, ({ breakpoints, ...rest }) => {
        const { [data.path]: _, ...others } = breakpoints
        const own = data.breakpoints.length > 0 && { [data.path]: data.breakpoints }
        return { ...rest, breakpoints: { ...others, ...own } }
      })
    },
    'debug.stopped': (state, { spanId, data }) => {
      change(state, spanId, ({ seen: _, ...rest }) => ({ ...rest, standing: data }))
    },
    'debug.seen': (state, { spanId, data }) => {
      change(state, spanId, (debuggee) =>
        debuggee.standing ? { ...debuggee, seen: data } : debuggee,
      )
    },
    'debug.continued': (state, { spanId }) => {
      change(state, spanId, ({ standing: _, seen: __, ...rest }) => rest)
    },
    'debug.ended': (state, { spanId, at, data }) => {
      change(state, spanId, ({ standing: _, seen: __, ...rest }) => ({
        ...rest,
        end: { at, ...data },
      }))
    },
  },
})

function change(
  state: DebuggingState,
  spanId: SpanId | undefined,
  next: (debuggee: Debuggee) => Debuggee,
): void {
  const debuggee = spanId && state.debuggees[spanId]
  if (debuggee && !debuggee.end) state.debuggees[debuggee.spanId] = next(debuggee)
}

/** The line at which a program stands still, where that is in a file that agents see. */
export function topOf({ standing }: Debuggee): (DebugFrame & { path: string }) | undefined {
  const found = standing?.frames.find(({ path }) => path !== undefined)
  return found?.path === undefined ? undefined : { ...found, path: found.path }
}
