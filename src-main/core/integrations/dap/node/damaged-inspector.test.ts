import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openDebugging } from '../../../../../test/support/debug-bench.ts'

const SIGNAL = new AbortController().signal

/** The inspector of a Node that answers everything, and sends `damage` once its program may run. */
async function startInspector(damage: object) {
  const server = createServer((_request, response) => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    response.end(JSON.stringify([{ webSocketDebuggerUrl: `ws://127.0.0.1:${port}/x` }]))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket: WebSocket) => {
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data))
      socket.send(JSON.stringify({ id, result: {} }))
      if (method === 'Runtime.runIfWaitingForDebugger') socket.send(JSON.stringify(damage))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test.each(['Debugger.scriptParsed', 'Debugger.breakpointResolved', 'Debugger.paused'])(
  'a damaged %s ends its session with a sentence',
  async (method) => {
    await using inspector = await startInspector({ method, params: { scriptId: 7, callFrames: 1 } })
    const { port } = inspector
    const launch = { configurations: [{ name: 'It', type: 'node', request: 'attach', port }] }
    const files = { 'launch.json': JSON.stringify(launch) }
    await using fixture = await openDebugging(files, { isTrusted: () => true })
    const what = { configuration: 'It' }
    const session = await fixture.start({ what, breakpoints: new Map(), exceptions: 'none' })
    const reason = `The program’s inspector sent a ${method} that can’t be read.`
    expect(await session.waitForStop(20_000, SIGNAL)).toMatchObject({ type: 'ended', reason })
    expect(fixture.events.at(-1)).toMatchObject({
      kind: 'debug.ended',
      data: { outcome: 'error', reason },
    })
  },
)
