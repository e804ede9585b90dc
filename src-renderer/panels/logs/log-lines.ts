import { isTold, type LogLevel, type LogLine } from '#shared/contract/procedures/logs.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { formatClock } from '../../ui/text/format.ts'

/** Which lines a person wants to see. */
export interface LineFilter {
  /** The least important. */
  readonly level: LogLevel
  /** Absent: of any. */
  readonly module: string | undefined
  /** Found anywhere in a line, whatever its case. */
  readonly text: string
  /** Absent: of any, and of none. */
  readonly sessionId: SessionId | undefined
}

/** `until` is the moment that is shown, in milliseconds since the epoch. */
export function filterLines(
  lines: readonly LogLine[],
  { level, module, text, sessionId }: LineFilter,
  until = Number.POSITIVE_INFINITY,
): readonly LogLine[] {
  const told = { level, sessionId }
  const sought = text.trim().toLowerCase()
  return lines.filter(
    (line) =>
      line.at <= until &&
      isTold(line, told) &&
      (module ?? line.module) === line.module &&
      holds(line, sought),
  )
}

/** The parts of the host that said something, by name. */
export function modulesOf(lines: readonly LogLine[]): readonly string[] {
  return [...new Set(lines.map(({ module }) => module))].toSorted()
}

function holds({ message, module, fields, runId, traceId }: LogLine, sought: string): boolean {
  if (sought === '') return true
  const texts = [message, module, JSON.stringify(fields), runId ?? '', traceId ?? '']
  return texts.some((text) => text.toLowerCase().includes(sought))
}

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
