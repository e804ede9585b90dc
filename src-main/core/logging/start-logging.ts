import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Worker } from 'node:worker_threads'
import { LogLevel, type LogLine } from '#shared/contract/procedures/logs.ts'
import { redactSecrets } from '../redaction/redaction.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Redactor } from '../secrets/redactor.ts'
import { Logs } from './logs.ts'

interface Beginning {
  readonly dataDir: string
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Replaces providers' keys in log lines. */
interface Redacting {
  readonly secrets: Pick<Redactor, 'redactData'>
  readonly redact: (text: string) => string
}

/** A host's log, and what watches the process as a whole; `owned` ends it with a last line. */
export function beginLogs(
  { dataDir, clock, env }: Beginning,
  providers: Redacting,
  owned: AsyncDisposableStack,
): Logs {
  const { level, wrong } = readLevel(env)
  const redact = (line: LogLine) => withoutSecrets(line, providers)
  const logs = owned.use(new Logs({ dataDir, clock, level, redact }))
  owned.defer(() => logs.write('info', { module: 'host', message: 'Host ended.' }))
  owned.use(watchEventLoop(logs))
  owned.use(watchWorkers(logs))
  if (wrong) logs.write('warn', { module: 'host', message: wrong })
  return logs
}

/** People attach logs to reports, so that what looks like a secret goes as well as the keys that are known. */
function withoutSecrets(line: LogLine, providers: Redacting): LogLine {
  const redact = (text: string) => redactSecrets(providers.redact(text))
  const { message, fields, ...rest } = providers.secrets.redactData(line)
  const texts = Object.entries(fields).map(
    ([name, value]) => [name, redactTexts(value, redact)] as const,
  )
  return { ...rest, message: redact(message), fields: Object.fromEntries(texts) }
}

type Field = LogLine['fields'][string]

function redactTexts(value: Field, redact: (text: string) => string): Field {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact))
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, field]) => [name, redactTexts(field, redact)]))
}

/** Says how much is kept. */
const LEVEL_VARIABLE = 'ORRERY_LOG'
const USUAL: LogLevel = 'info'

/** What the environment asks for; what it asks for in vain is named in `wrong`. */
function readLevel(env: Readonly<Record<string, string | undefined>>): {
  readonly level: LogLevel
  readonly wrong?: string
} {
  const asked = env[LEVEL_VARIABLE]
  if (!asked) return { level: USUAL }
  const parsed = LogLevel.safeParse(asked.toLowerCase())
  if (parsed.success) return { level: parsed.data }
  const choices = LogLevel.options.join(', ')
  return { level: USUAL, wrong: `${LEVEL_VARIABLE} is one of ${choices}, and "${asked}" is none.` }
}

/** Has the log tell of worker threads that break down; whoever called them hears of it by itself. */
function watchWorkers(logs: Logs): Disposable {
  const watch = (worker: Worker) => {
    worker.on('error', (error) => {
      const fields = { worker: worker.threadName ?? '', ...describeError(error) }
      logs.write('error', { module: 'worker', message: 'A worker thread broke down.', fields })
    })
  }
  process.on('worker', watch)
  return { [Symbol.dispose]: () => void process.off('worker', watch) }
}

/** What is worth keeping of an error nobody waits for: for whoever mends it, so with its stack. */
export function describeError(error: unknown): LogLine['fields'] {
  if (!(error instanceof Error)) return { error: String(error) }
  const { name, message, stack, cause } = error
  return {
    error: message,
    name,
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/** What a turn of the event loop may take: longer, and windows wait. */
const SLOW_MS = 50
/** How exactly delays are measured: it is also how often the process wakes up for it. */
const RESOLUTION_MS = 20
const EVERY_MS = 60_000

type Delays = ReturnType<typeof monitorEventLoopDelay>

/** Has the log tell of turns of the event loop that took too long: one line a minute at most. */
function watchEventLoop(logs: Logs): Disposable {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const tell = () => tellSlow(logs, delays)
  const timer = setInterval(tell, EVERY_MS)
  timer.unref()
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer)
      delays.disable()
      tell()
    },
  }
}

function tellSlow(logs: Logs, delays: Delays): void {
  const longestMs = toMs(delays.max)
  const turns = slowTurns(delays)
  delays.reset()
  if (turns === 0) return
  const fields = { turns, longestMs: Math.round(longestMs) }
  const message = `The event loop was held for more than ${SLOW_MS} ms.`
  logs.write('warn', { module: 'event-loop', message, fields })
}

/** The histogram names shares of all turns, from which their number follows. */
function slowTurns({ count, percentiles }: Delays): number {
  let shareBelow = 0
  for (const [percent, delay] of percentiles) {
    if (toMs(delay) <= SLOW_MS) shareBelow = Math.max(shareBelow, percent / 100)
  }
  return Math.round(count * (1 - shareBelow))
}

/** Delays are in nanoseconds, and count from one look to the next. */
function toMs(delay: number): number {
  return delay / 1e6 - RESOLUTION_MS
}
