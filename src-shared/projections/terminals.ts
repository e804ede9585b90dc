import type { SpanId } from '../lib/ids.ts'
import { defineProjection } from './define.ts'

/** How many characters of a terminal's output a state keeps. */
const KEPT = 256 * 1024
/** Of so many terminals that were opened last, one is what a window shows. */
const SEEN_FIRST = 32

export interface AgentTerminal {
  readonly spanId: SpanId
  readonly agentId?: SpanId
  /** As its agent calls one that it keeps; absent: it is a command’s. */
  readonly name?: string
  readonly title: string
  readonly command: string
  readonly cols: number
  readonly rows: number
  /** What was printed, escape sequences and all; its beginning is cut off past 256 K characters. */
  readonly output: string
  /** Bytes that were printed and not logged. */
  readonly skippedBytes: number
  readonly openedAt: number
  readonly endedAt?: number
  readonly exitCode?: number | null
  /** A person types into it. */
  readonly isTaken?: boolean
}

export interface TerminalsState {
  terminals: Record<SpanId, AgentTerminal>
  order: SpanId[]
}

/** The agents' terminals, with what they show. */
export const terminals = defineProjection<TerminalsState>({
  init: () => ({ terminals: {}, order: [] }),
  copy: (state) => ({ terminals: { ...state.terminals }, order: [...state.order] }),
  picture: { terminals: ({ order }) => order.slice(-SEEN_FIRST) },
  on: {
    'terminal.opened': (state, { spanId, agentId, at, data }) => {
      if (!spanId) return
      const { name, title, command, cols, rows } = data
      state.terminals[spanId] = {
        spanId,
        ...(agentId && { agentId }),
        ...(name !== undefined && { name }),
        title,
        command,
        cols,
        rows,
        output: '',
        skippedBytes: 0,
        openedAt: at,
      }
      state.order.push(spanId)
    },
    'terminal.output': (state, { spanId, data }) => {
      const terminal = spanId && state.terminals[spanId]
      if (!terminal) return
      state.terminals[terminal.spanId] = {
        ...terminal,
        output: lastOf(terminal.output + data.text),
        skippedBytes: terminal.skippedBytes + (data.skipped ?? 0),
      }
    },
    'terminal.resized': (state, { spanId, data }) => {
      const terminal = spanId && state.terminals[spanId]
      if (terminal) state.terminals[terminal.spanId] = { ...terminal, ...data }
    },
    'terminal.taken': (state, { spanId, data }) => {
      const terminal = spanId && state.terminals[spanId]
      if (!terminal) return
      state.terminals[terminal.spanId] = { ...terminal, isTaken: data.holder === 'person' }
    },
    'terminal.ended': (state, { spanId, at, data }) => {
      const terminal = spanId && state.terminals[spanId]
      if (!terminal) return
      const { isTaken: _, ...rest } = terminal
      state.terminals[terminal.spanId] = { ...rest, endedAt: at, exitCode: data.exitCode }
    },
  },
})

function lastOf(output: string): string {
  return output.length > KEPT ? output.slice(-KEPT) : output
}
