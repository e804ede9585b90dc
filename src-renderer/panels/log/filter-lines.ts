import { isTold, type LogLevel, type LogLine } from '#shared/contract/logs.ts'
import type { SessionId } from '#shared/ids.ts'

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
