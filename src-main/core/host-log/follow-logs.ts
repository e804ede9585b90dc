import { isTold, type LogFilter, type LogLine } from '#shared/contract/logs.ts'
import type { Logs } from './logs.ts'

interface Following extends LogFilter {
  /** How many of the lines there are already. */
  readonly last: number
}

/** The most lines of one page. */
const PAGE = 200

/** The last lines, then whatever is written, in pages, until `signal` aborts. */
export async function* followLogs(
  logs: Logs,
  { last, ...filter }: Following,
  signal: AbortSignal,
): AsyncGenerator<LogLine[]> {
  let wake: () => void = () => undefined
  using _listening = logs.onDidWrite(() => wake())
  signal.addEventListener('abort', () => wake(), { once: true })
  const kept = logs.after(0)
  let cursor = kept.at(-1)?.id ?? 0
  yield* toPages(last === 0 ? [] : kept.filter((line) => isTold(line, filter)).slice(-last))
  while (!signal.aborted) {
    const lines = logs.after(cursor)
    cursor = lines.at(-1)?.id ?? cursor
    yield* toPages(lines.filter((line) => isTold(line, filter)))
    if (logs.after(cursor).length > 0 || signal.aborted) continue
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    await promise
  }
}

function* toPages(lines: readonly LogLine[]): Generator<LogLine[]> {
  for (let from = 0; from < lines.length; from += PAGE) yield lines.slice(from, from + PAGE)
}
