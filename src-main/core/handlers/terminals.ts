import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { terminals } from '#shared/contract/procedures/terminals.ts'
import type { TerminalId } from '#shared/lib/ids.ts'
import { checkFolder, getSession } from '../sessions/session-rows.ts'
import type { OutputPiece, Reading } from '../terminals/person-terminal.ts'
import type { TerminalHold } from '../terminals/terminal-handover.ts'
import type { Parts } from './parts.ts'

export function terminalHandlers(parts: Parts): Handlers<typeof terminals> {
  const { store } = parts
  return {
    'terminals.list': async ({ sessionId }) => [
      ...(await (await parts.terminals()).list(sessionId)),
    ],
    'terminals.open': async ({ sessionId, cols, rows }) => {
      const { root } = getSession(store, sessionId)
      await checkFolder({ root })
      return { terminalId: await (await parts.terminals()).open(sessionId, root, { cols, rows }) }
    },
    'terminals.write': async ({ terminalId, readerId, data }) => {
      ;(await parts.terminals()).write(terminalId, data, readerId)
      return {}
    },
    'terminals.resize': async ({ terminalId, cols, rows }) => {
      ;(await parts.terminals()).resize(terminalId, { cols, rows })
      return {}
    },
    'terminals.reset': async ({ terminalId }) => {
      await (await parts.terminals()).reset(terminalId)
      return {}
    },
    'terminals.close': async ({ terminalId }) => {
      await (await parts.terminals()).close(terminalId)
      return {}
    },
    'terminals.hold': ({ sessionId, spanId }, signal) =>
      hold(parts.agentTerminals.get(sessionId, spanId), signal),
    'terminals.giveBack': async ({ sessionId, spanId }) => {
      await parts.agentTerminals.get(sessionId, spanId).giveBack()
      return {}
    },
    'terminals.type': async ({ sessionId, spanId, data }) => {
      parts.agentTerminals.get(sessionId, spanId).type(data)
      return {}
    },
    'terminals.output': ({ terminalId, ...reading }, signal) =>
      printed(parts, { terminalId, reading }, signal),
  }
}

/** A window that goes away gives it back: its streams are aborted. */
async function* hold(
  terminal: TerminalHold,
  signal: AbortSignal,
): AsyncGenerator<Record<string, never>> {
  await using holding = await terminal.take()
  const left = Promise.withResolvers<void>()
  const leave = () => left.resolve()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) return
  yield {}
  await Promise.race([holding.over, left.promise])
  signal.removeEventListener('abort', leave)
}

async function* printed(
  parts: Parts,
  { terminalId, reading }: { readonly terminalId: TerminalId; readonly reading: Reading },
  signal: AbortSignal,
): AsyncGenerator<OutputPiece> {
  yield* (await parts.terminals()).output(terminalId, reading, signal)
}
