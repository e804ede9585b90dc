import type { LogLevel } from '#shared/contract/procedures/logs.ts'
import type { AnyEvent, EventFor, Kind } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { RunId, SpanId } from '#shared/lib/ids.ts'
import type { Store } from '../store/store.ts'
import type { Logs, Said } from './logs.ts'

/** Has the log tell how runs go, from what is appended to sessions; nothing of what they are about. */
export function logEvents({ events }: Pick<Store, 'events'>, logs: Logs): Disposable {
  const teller = new Teller(logs)
  return events.onDidAppend((appended) => {
    // A session that begins with its runs was brought here: they were told where they took place.
    if (appended[0]?.seq === 1) return
    for (const event of appended) teller.tell(event)
  })
}

type Tell = { readonly [K in Kind]?: (teller: Teller, event: EventFor<K>) => void }

const byOutcome: Readonly<Record<Outcome, LogLevel>> = {
  ok: 'info',
  cancelled: 'info',
  denied: 'info',
  stopped: 'warn',
  interrupted: 'warn',
  error: 'error',
}

const tell: Tell = {
  'run.started': (teller, event) => {
    const { model, profile, resumes } = event.data
    teller.started.set(event.runId, event.at)
    const fields = { model: nameOf(model), profile, ...(resumes && { resumes }) }
    teller.say('info', event, { module: 'run', message: 'Run started.', fields })
  },
  'run.ended': (teller, event) => {
    const { outcome, reason, isPaused } = event.data
    const startedAt = teller.started.get(event.runId)
    teller.started.delete(event.runId)
    const fields = {
      outcome,
      ...(isPaused && { isPaused }),
      ...(startedAt !== undefined && { durationMs: Math.round(event.at - startedAt) }),
      ...(reason !== undefined && { reason }),
    }
    teller.say(isPaused ? 'info' : byOutcome[outcome], event, {
      module: 'run',
      message: 'Run ended.',
      fields,
    })
  },
  'limit.reached': (teller, event) => {
    const { until, reason } = event.data
    const fields = { until: new Date(until).toISOString(), reason }
    teller.say('warn', event, { module: 'run', message: 'Run waits until a limit ends.', fields })
  },
  'limit.resolved': (teller, event) => {
    const { how, error } = event.data
    const fields = { how, ...(error !== undefined && { error }) }
    const level = how === 'failed' ? 'error' : 'info'
    teller.say(level, event, { module: 'run', message: 'Wait for a limit ended.', fields })
  },
  'model.ended': (teller, event) => {
    const { outcome, error = '', retryInMs } = event.data
    if (outcome !== 'error') return
    const retry = retryInMs === undefined ? {} : { retryInMs }
    const fields = { model: nameOf(event.data), error, ...retry }
    const message = retryInMs === undefined ? 'Model call failed.' : 'Model call is tried again.'
    teller.say('warn', event, { module: 'model', message, fields })
  },
  'model.failed-over': (teller, event) => {
    const { from, to, reason, error } = event.data
    const fields = { from: nameOf(from), to: nameOf(to), reason, error }
    const message = 'Another model took over.'
    teller.say('warn', event, { module: 'model', message, fields })
  },
  'mcp.missing': (teller, event) => {
    const names = event.data.servers.map(({ name, why }) => `${name} (${why})`)
    const fields = { servers: names.join(', ') }
    const message = 'A run goes without MCP servers.'
    teller.say('warn', event, { module: 'run', message, fields })
  },
  'approval.decided': (teller, event) => {
    const { decision, by } = event.data
    if (decision !== 'reject' || !event.spanId) return
    teller.refused.add(event.spanId)
    teller.say('info', event, { module: 'policy', message: 'A call was refused.', fields: { by } })
  },
  'tool.started': ({ names }, { spanId, data }) => spanId && names.set(spanId, data.name),
  'tool.ended': (teller, event) => {
    const { spanId, data } = event
    const tool = (spanId && teller.names.get(spanId)) ?? ''
    const wasRefused = spanId !== undefined && teller.refused.delete(spanId)
    if (spanId) teller.names.delete(spanId)
    if (data.outcome === 'error') {
      teller.say('debug', event, { module: 'tool', message: 'Tool failed.', fields: { tool } })
    } else if (data.outcome === 'denied' && !wasRefused) {
      const fields = { tool, ...(data.error !== undefined && { rule: data.error }) }
      teller.say('info', event, { module: 'policy', message: 'A call was denied.', fields })
    }
  },
}

class Teller {
  readonly #logs: Logs
  readonly started = new Map<RunId | undefined, number>()
  /** Of tools under way, by span. */
  readonly names = new Map<SpanId, string>()
  /** Calls that were just refused: their ends follow. */
  readonly refused = new Set<SpanId>()

  constructor(logs: Logs) {
    this.#logs = logs
  }

  tell(event: AnyEvent): void {
    // Each kind's teller takes that kind's events.
    const one = tell[event.kind] as ((teller: Teller, event: AnyEvent) => void) | undefined
    one?.(this, event)
  }

  say(level: LogLevel, { sessionId, runId }: AnyEvent, said: Omit<Said, 'sessionId' | 'runId'>) {
    this.#logs.write(level, { sessionId, runId, ...said })
  }
}

function nameOf({
  provider,
  model,
}: {
  readonly provider: string
  readonly model: string
}): string {
  return `${provider}:${model}`
}

/** Has the log tell since when what happens is in memory alone, and when all of it is on the disk. */
export function logSaving(
  store: Pick<Store, 'unsaved' | 'onDidChangeSaving'>,
  logs: Logs,
): Disposable {
  return store.onDidChangeSaving(() => {
    const { unsaved } = store
    const message = unsaved ?? 'What was kept in memory alone is on the disk.'
    logs.write(unsaved === undefined ? 'info' : 'warn', { module: 'store', message })
  })
}
