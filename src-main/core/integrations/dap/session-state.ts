import type { Capabilities, StoppedBody } from './answers.ts'
import type { Exceptions } from './asked.ts'
import type { Frame } from './places.ts'

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

/** How long is waited, in milliseconds. */
export interface Patience {
  readonly startMs: number
  readonly requestMs: number
}

export const PATIENCE: Patience = { startMs: 30_000, requestMs: 10_000 }

/** How long an adapter has to end its program by itself. */
export const GOODBYE_MS = 2000

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
