import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { AgentTerminal } from '#shared/projections/terminals.ts'
import { useConnectionState, useHeldTerminals, useHost } from '../../connection/host-context.tsx'
import { useCommand } from '../../queries/use-command.ts'
import { useIsLive, useSessionId } from '../../session/session-context.tsx'
import type { Listed } from './terminal-list.ts'

export interface Taking {
  /** Who has it, where that is a person: now, or at a moment of the past. */
  readonly holder: string | undefined
  /** Absent where there is nothing to take. */
  readonly take: (() => void) | undefined
  readonly giveBack: (() => void) | undefined
  readonly error: string | undefined
}

/** Takes an agent's terminal, whose command runs, and gives it back, whichever window has it: live only. */
export function useTaking(listed: Listed | undefined): Taking {
  const client = useHost()
  const heldTerminals = useHeldTerminals()
  const sessionId = useSessionId()
  const isLive = useIsLive()
  const isReached = useConnectionState() === 'open'
  const running = listed && findRunning(listed)
  const isHere = useIsHeld(running)
  const take = useCommand(async () => {
    if (running) await heldTerminals.take({ sessionId, spanId: running.spanId })
  })
  const giveBack = useCommand(async () => {
    if (running) await client['terminals.giveBack']({ sessionId, spanId: running.spanId })
  })
  const isTaken = isHere || running?.isTaken === true
  const canAct = isReached && isLive && running !== undefined
  return {
    // While it is being taken here, the log may say so sooner than the host does.
    holder: isTaken ? tellHolder(isHere, canAct && !take.isRunning) : undefined,
    take: canAct && !isTaken ? () => void take.run?.() : undefined,
    giveBack: canAct && isTaken ? () => void giveBack.run?.() : undefined,
    error: take.error ?? giveBack.error,
  }
}

/** Where no host tells it, nobody knows which window had it. */
function tellHolder(isHere: boolean, isTold: boolean): string {
  if (!isTold) return 'a person has it'
  return isHere ? 'you have it' : 'taken over in another window'
}

/** The terminal that was taken in this window just now; `done` says that it has been given the keys. */
export interface JustTaken {
  readonly spanId: SpanId | undefined
  readonly done: () => void
}

/** For whoever is there before what a terminal is drawn with is loaded. */
export function useJustTaken(): JustTaken {
  const held = useHeldTerminals()
  const [spanId, note] = useState<SpanId>()
  useEffect(() => held.onTaken((taken) => note(taken.spanId)), [held])
  return { spanId, done: () => note(undefined) }
}

/** Types into an agent's terminal that was taken in this window; absent where that is not so. */
export function useTyping(listed: Listed): ((data: string) => void) | undefined {
  const client = useHost()
  const sessionId = useSessionId()
  const isLive = useIsLive()
  const running = findRunning(listed)
  const isHere = useIsHeld(running)
  if (!isLive || !running || !isHere) return undefined
  const { spanId } = running
  // Where it has ended or was given back, what is typed goes nowhere: its bar tells.
  return (data) => void client['terminals.type']({ sessionId, spanId, data }).catch(() => undefined)
}

/** Whether a person took it in this window, and has it. */
function useIsHeld(running: AgentTerminal | undefined): boolean {
  const held = useHeldTerminals()
  const sessionId = useSessionId()
  const spanId = running?.spanId
  return useSyncExternalStore(
    held.subscribe,
    () => spanId !== undefined && held.has({ sessionId, spanId }),
  )
}

/** The command that runs in an agent's terminal, at the playhead. */
function findRunning(listed: Listed): AgentTerminal | undefined {
  if (listed.type !== 'agent') return undefined
  return listed.terminals.findLast(({ endedAt }) => endedAt === undefined)
}
