import type { Handlers } from '#shared/contract/define.ts'
import type { terminals } from '#shared/contract/terminals.ts'
import type { TerminalId } from '#shared/ids.ts'
import { checkFolder, getSession } from '../session-rows.ts'
import type { OutputPiece } from '../terminals/person-terminals.ts'
import type { TerminalHold } from '../terminals/terminal-hold.ts'
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
    'terminals.write': async ({ terminalId, data }) => {
      ;(await parts.terminals()).write(terminalId, data)
      return {}
    },
    'terminals.resize': async ({ terminalId, cols, rows }) => {
      ;(await parts.terminals()).resize(terminalId, { cols, rows })
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
    'terminals.output': ({ terminalId, after }, signal) =>
      printed(parts, { terminalId, after }, signal),
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
  { terminalId, after }: { readonly terminalId: TerminalId; readonly after: number },
  signal: AbortSignal,
): AsyncGenerator<OutputPiece> {
  yield* (await parts.terminals()).output(terminalId, after, signal)
}
