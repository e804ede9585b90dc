import { once } from 'node:events'
import fc from 'fast-check'
import type { WebSocket } from 'ws'
import type { FuzzedHost } from './fuzzed-host.ts'
import { excess, nonsense } from './nonsense.ts'

const id = fc.oneof(fc.constantFrom(1, 2, 3), fc.constantFrom(0, -1, 1.5, 2 ** 53, '1', null))
const path = fc.constantFrom(
  'host.describe',
  'host.changes',
  'no.such',
  '__proto__',
  '',
  'toString',
  'logs.follow',
)
/** The frames of a client that has lost its mind: out of order, twice, of nobody, of another shape. */
const message = fc.oneof(
  fc.record({
    type: fc.constant('start'),
    id,
    path,
    input: fc.oneof(fc.constant({}), nonsense, excess),
  }),
  fc.record({ type: fc.constant('cancel'), id }),
  fc.record({ type: fc.constant('credit'), id, count: fc.constantFrom(1, 1e6, 0, -5, 1.5, 'x') }),
  nonsense,
)

/** Sends such frames, over sockets that may be ended for it; another is to notice nothing. */
export async function findFrameFaults(host: FuzzedHost): Promise<readonly string[]> {
  const faults: string[] = []
  const property = fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (frames) => {
    const socket = await host.openSocket()
    for (const frame of frames) socket.send(JSON.stringify(frame) ?? 'undefined')
    await settled(socket)
    await host.client['host.describe']({})
  })
  await fc.assert(property, { numRuns: 200 }).catch((error: unknown) => faults.push(String(error)))
  faults.push(...(await findDepthFaults(host)))
  return faults
}

/** Deeper than anything that reads it by calling itself. */
async function findDepthFaults(host: FuzzedHost): Promise<readonly string[]> {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const inputs = [
    ['policy.explain', `{"projectId":"prj_x","tool":"x","args":{"a":${deep}}}`],
    ['sessions.list', deep],
    ['settings.change', `{"shortcuts":${deep}}`],
  ] as const
  const socket = await host.openSocket()
  const faults: string[] = []
  for (const [index, [path, input]] of inputs.entries()) {
    const answered = once(socket, 'message')
    socket.send(`[{"type":"start","id":${index + 1},"path":"${path}","input":${input}}]`)
    const [data] = await answered
    const text = String(data)
    if (!/"code":"(invalid-input|not-found)"/.test(text))
      faults.push(`${path}, too deep: ${text.slice(0, 300)}`)
  }
  socket.terminate()
  return faults
}

/** It was ended, or it answers. */
async function settled(socket: WebSocket): Promise<void> {
  const closed = once(socket, 'close')
  const answered = once(socket, 'pong')
  if (socket.readyState === socket.OPEN) socket.ping()
  await Promise.race([closed, answered])
  socket.terminate()
}
