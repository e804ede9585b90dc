import type { Handlers } from '#shared/contract/define.ts'
import type { logs } from '#shared/contract/logs.ts'
import { followLogs } from '../host-log/follow-logs.ts'
import type { Parts } from './parts.ts'

export function logHandlers(parts: Parts): Handlers<typeof logs> {
  return { 'logs.follow': (asked, signal) => followLogs(parts.logs, asked, signal) }
}
