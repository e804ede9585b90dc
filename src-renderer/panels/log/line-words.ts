import type { LogLine } from '#shared/contract/logs.ts'
import { formatClock } from '../../ui/format.ts'

/** The time of day with its milliseconds: `14:32:07.123`. */
export function formatMoment(at: number): string {
  return `${formatClock(at)}.${String(Math.floor(at % 1000)).padStart(3, '0')}`
}

/** What is known of a line, in one: `outcome=ok durationMs=25570`. */
export function writeFields({ fields }: LogLine): string {
  const { stack: _apart, ...short } = fields
  return Object.entries(short)
    .map(([name, value]) => `${name}=${writeValue(value)}`)
    .join(' ')
}

/** A line for somewhere else, with everything that is known of it. */
export function writeLine(line: LogLine): string {
  const { at, level, module, message, sessionId, runId, traceId, fields } = line
  const ids = { sessionId, runId, traceId }
  const known = JSON.stringify({ ...ids, ...fields })
  return `${new Date(at).toISOString()} ${level} ${module} ${message} ${known}`
}

function writeValue(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)
}
