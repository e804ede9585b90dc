import { needsPerson } from '#shared/contract/access.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { HostChannel } from '#shared/wire/protocol.ts'
import { findAgentProcess } from './core/processes/agent-processes.ts'
import { createProcessProof } from './core/processes/peers.ts'
import { hasEnded } from './core/processes/processes.ts'
import type { LocalCaller } from './transports/local-server.ts'

const UNPROVEN =
  'Only a person can do this, and this client did not prove which process it is. Use the window or your own terminal, outside of any container.'

/**
 * Returns why a caller can't do what only a person may do: an agent started it or a process behind it, or it
 * doesn't prove which process it is where that is possible, or has ended before that was known.
 */
export function findRefusal({ pid, peers }: LocalCaller, dataDir: string): string | undefined {
  if (pid === undefined) return createProcessProof && UNPROVEN
  for (const one of [pid, ...peers]) {
    const agent = findAgentProcess(one, dataDir)
    if (agent) return refuse(agent.command || 'an unknown program', agent.pid)
    if (hasEnded(one)) return UNPROVEN
  }
  return undefined
}

function refuse(command: string, pid: number): string {
  return `Only a person can do this, and it was tried by a process that an agent started: ${command} (process ${pid}). Use the window or your own terminal.`
}

/** The same channel, on which whatever only a person may do fails as `denied`, for this reason. */
export function refuseAgents(channel: HostChannel, reason: string): HostChannel {
  return {
    send: channel.send,
    onClose: channel.onClose,
    onMessage: (listener) =>
      channel.onMessage((request) => {
        if (request.type !== 'start' || !needsPerson(request.path)) return listener(request)
        const error = AppError.toWire(new AppError('denied', reason))
        channel.send({ type: 'failed', id: request.id, error })
      }),
    [Symbol.dispose]: () => channel[Symbol.dispose](),
  }
}
