import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { HostClient } from '../connection/connection.ts'

type Input<P extends keyof HostContract> = Omit<z.input<HostContract[P]['input']>, 'sessionId'>
type Answer<P extends keyof HostContract> = ReturnType<Client<HostContract>[P]>

/** What can be done to a session. The past has none, and neither has a session out of reach. */
export interface SessionCommands {
  send(input: Input<'sessions.send'>): Answer<'sessions.send'>
  compact(): Answer<'sessions.compact'>
  pause(): Answer<'sessions.pause'>
  /** `end` unless given. */
  stop(how?: Input<'sessions.stop'>['how']): Answer<'sessions.stop'>
  resume(): Answer<'sessions.resume'>
  switchModel(input: Input<'sessions.switchModel'>): Answer<'sessions.switchModel'>
  resolve(input: Input<'calls.resolve'>): Answer<'calls.resolve'>
  decide(input: Input<'approvals.decide'>): Answer<'approvals.decide'>
  configure(input: Input<'sessions.configure'>): Answer<'sessions.configure'>
  rename(title: string): Answer<'sessions.rename'>
  saveFile(input: Input<'files.save'>): Answer<'files.save'>
  /** At a line, where there is one that matters. */
  openOutside(path: string, line: number | undefined): Answer<'files.openOutside'>
}

export function createCommands(client: HostClient, sessionId: SessionId): SessionCommands {
  return {
    send: (input) => client['sessions.send']({ sessionId, ...input }),
    compact: () => client['sessions.compact']({ sessionId }),
    pause: () => client['sessions.pause']({ sessionId }),
    stop: (how = 'end') => client['sessions.stop']({ sessionId, how }),
    resume: () => client['sessions.resume']({ sessionId }),
    switchModel: (input) => client['sessions.switchModel']({ sessionId, ...input }),
    resolve: (input) => client['calls.resolve']({ sessionId, ...input }),
    decide: (input) => client['approvals.decide']({ sessionId, ...input }),
    configure: (input) => client['sessions.configure']({ sessionId, ...input }),
    rename: (title) => client['sessions.rename']({ sessionId, title }),
    saveFile: (input) => client['files.save']({ sessionId, ...input }),
    openOutside: (path, line) =>
      client['files.openOutside']({ sessionId, path, ...(line !== undefined && { line }) }),
  }
}
