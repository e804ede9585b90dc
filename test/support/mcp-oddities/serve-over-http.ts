import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createAnswerer, type McpOddity } from './oddity.ts'

export interface OddHttpServer extends AsyncDisposable {
  readonly url: string
}

/** Serves one case over HTTP, on a port of its own. */
export async function serveOverHttp(oddity: McpOddity): Promise<OddHttpServer> {
  const answer = createAnswerer(oddity)
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const lines = answer(await text(request))
    if (lines === 'exit' || lines.length === 0) return response.writeHead(202).end()
    const { status = 200, type = 'application/json', body = '' } = oddity.http?.(lines) ?? {}
    return response.writeHead(status, { 'content-type': type }).end(body)
  }
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(toError(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
