import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import {
  isTold,
  KEPT_LINES,
  LogFilter,
  LogLevel,
  type LogLine,
} from '#shared/contract/procedures/logs.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { SessionId } from '#shared/lib/ids.ts'
import type { ClientChannel } from '#shared/wire/protocol.ts'
import { readLogFiles } from '../../core/logging/log-file.ts'
import { findOwner } from '../../core/store/database/owner-lock.ts'
import { findDataFolder } from '../../data-folder.ts'
import { dialLocally } from '../../transports/local-server.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toPrintable } from '../command-line/format-output.ts'
import { onInterrupt } from '../command-line/interrupt.ts'

const OWNER_WITHIN_MS = 3000

export const command = defineCommand({
  name: 'logs',
  usage: ['orrery logs [OPTIONS]'],
  table: {
    follow: {
      type: 'boolean',
      short: 'f',
      help: 'Follow new log messages of the running Orrery until it quits',
    },
    level: {
      type: 'string',
      value: 'LEVEL',
      help: `The lowest level to show: ${LogLevel.options.join(', ')}`,
    },
    session: { type: 'string', value: 'ID', help: 'Only messages of this session' },
    json: { type: 'boolean', help: 'Print each line as JSON' },
  },
  notes: `Shows Orrery's own log messages, the last ${KEPT_LINES} lines. ORRERY_LOG sets the lowest level that is written
(info by default), where Orrery is started.`,
  run: async ({ values }) => {
    const dataDir = findDataFolder(values['data-dir'], process.env)
    const filter = readFilter(values)
    const show = (line: LogLine) => console.log(values.json ? formatJson(line) : toText(line))
    if (values.follow) await follow(dataDir, filter, show)
    else for (const line of await readLast(dataDir, filter)) show(line)
    return EXIT.ok
  },
})

function readFilter(values: { readonly level?: string; readonly session?: string }): LogFilter {
  const level = readChoice('--level', values.level, LogLevel.options)
  const sessionId = SessionId.optional().safeParse(values.session)
  if (!sessionId.success) throw wrongUsage(`"${values.session}" is no session’s id.`)
  return LogFilter.parse({ level, sessionId: sessionId.data })
}

async function readLast(dataDir: string, filter: LogFilter): Promise<readonly LogLine[]> {
  let last: LogLine[] = []
  for await (const line of readLogFiles(dataDir)) {
    if (isTold(line, filter)) last.push(line)
    if (last.length > 2 * KEPT_LINES) last = last.slice(-KEPT_LINES)
  }
  return last.slice(-KEPT_LINES)
}

/** Prints the log lines that the host holds in memory, then new ones as they come. Without a host there is nothing to follow. */
async function follow(
  dataDir: string,
  filter: LogFilter,
  show: (line: LogLine) => void,
): Promise<void> {
  using channel = await reachOwner(dataDir)
  const interrupted = new AbortController()
  using _interrupting = onInterrupt({ kill: async () => interrupted.abort() })
  const { signal } = interrupted
  try {
    for await (const page of connectClient(channel, contract)['logs.follow'](filter, signal)) {
      for (const line of page) show(line)
    }
  } catch (error) {
    const hasEnded = AppError.is(error) && error.code === 'unavailable'
    if (!signal.aborted && !hasEnded) throw error
  }
}

/** An owner that died may have left its note. */
async function reachOwner(dataDir: string): Promise<ClientChannel> {
  const owner = findOwner(dataDir)
  if (!owner) throw nobody(dataDir)
  try {
    return await dialLocally(owner.socket, OWNER_WITHIN_MS)
  } catch (error) {
    if (AppError.is(error) && error.code === 'unavailable') throw nobody(dataDir)
    throw error
  }
}

function nobody(dataDir: string): AppError {
  const message = `No Orrery is running on ${dataDir}: there is nothing to follow. Without --follow, what was said is shown.`
  return new AppError('unavailable', message)
}

/** `2026-11-21 14:32:07.123 warn  model  Model call failed.  error=… ses_…` */
function toText({ at, level, module, message, sessionId, fields }: LogLine): string {
  const when = new Date(at).toISOString().slice(0, 23).replace('T', ' ')
  const { stack: _inJson, ...short } = fields
  const known = Object.entries(short).map(([name, value]) => `${name}=${textOf(value)}`)
  const all = [when, level.padEnd(5), module.padEnd(10), message, ...known, sessionId ?? '']
  return toPrintable(all.filter(Boolean).join('  '))
}

function textOf(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)
}
