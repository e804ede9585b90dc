import type { LogLine } from '#shared/contract/logs.ts'
import type { Clock } from '../clock.ts'
import { redactSecrets } from '../exchange/redaction/redact-secrets.ts'
import type { Providers } from '../providers/providers.ts'
import { readLevel } from './log-level.ts'
import { Logs } from './logs.ts'
import { watchEventLoop } from './watch-event-loop.ts'
import { watchWorkers } from './watch-workers.ts'

interface Beginning {
  readonly dataDir: string
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
}

type Redacting = Pick<Providers, 'secrets' | 'redact'>

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
