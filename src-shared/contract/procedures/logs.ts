import { z } from 'zod'
import { RunId, SessionId } from '../../lib/ids.ts'
import { stream } from './define.ts'

/** From the least to the most important. */
export const LogLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error'])
export type LogLevel = z.infer<typeof LogLevel>

/** How many lines a host keeps in memory. */
export const KEPT_LINES = 1_000

/** What a host says of its own doing: for whoever looks after it, and no part of any session. */
export const LogLine = z.object({
  /** Counts the lines of a host from 1, in their order. */
  id: z.int().positive(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  level: LogLevel,
  /** The part of the host that says it. */
  module: z.string(),
  message: z.string(),
  sessionId: SessionId.optional(),
  runId: RunId.optional(),
  /** Of the run, as trace exports name it. */
  traceId: z.string().optional(),
  /** What else is known of it, by name. */
  fields: z.record(z.string(), z.json()),
})
export type LogLine = z.infer<typeof LogLine>

export const LogFilter = z.object({
  /** The least important that are told. */
  level: LogLevel.default('trace'),
  sessionId: SessionId.optional(),
})
export type LogFilter = z.infer<typeof LogFilter>

/** Whether a filter lets a line through. */
export function isTold(
  { level, sessionId }: Pick<LogLine, 'level' | 'sessionId'>,
  filter: LogFilter,
): boolean {
  return isAtLeast(level, filter.level) && (filter.sessionId ?? sessionId) === sessionId
}

export function isAtLeast(level: LogLevel, least: LogLevel): boolean {
  return LogLevel.options.indexOf(level) >= LogLevel.options.indexOf(least)
}

export const logs = {
  /** The last lines that are kept, in pages, then whatever is written, in order. Whoever is slow misses the oldest. */
  'logs.follow': stream(
    LogFilter.extend({ last: z.int().min(0).max(KEPT_LINES).default(KEPT_LINES) }),
    z.array(LogLine),
  ),
} as const
