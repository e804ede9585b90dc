import type { Handlers } from '#shared/contract/define.ts'
import type { terminals } from '#shared/contract/terminals.ts'
import type { TerminalId } from '#shared/ids.ts'
import { checkFolder, getSession } from '../session-rows.ts'
import type { OutputPiece } from '../terminals/person-terminals.ts'
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
    'terminals.output': ({ terminalId, after }, signal) =>
      printed(parts, { terminalId, after }, signal),
  }
}

async function* printed(
  parts: Parts,
  { terminalId, after }: { readonly terminalId: TerminalId; readonly after: number },
  signal: AbortSignal,
): AsyncGenerator<OutputPiece> {
  yield* (await parts.terminals()).output(terminalId, after, signal)
}
