import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { logs } from '#shared/contract/procedures/logs.ts'
import { followLogs } from '../logging/logs.ts'
import type { Parts } from './parts.ts'

export function logHandlers(parts: Parts): Handlers<typeof logs> {
  return { 'logs.follow': (asked, signal) => followLogs(parts.logs, asked, signal) }
}
