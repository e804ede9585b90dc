import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openMcpFixture } from '../../../../test/support/mcp-bench.ts'
import { startReceiver } from '../../../../test/support/receiver.ts'

/** A server that redirects every request to another address. */
async function startRedirector(location: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_request, response) => response.writeHead(307, { location }).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

// NousResearch/hermes-agent #10031 and CVE-2026-40895: keys went along where a redirect led to another host.
test.each(['http', 'sse'])(
  'sends nothing of an %s server’s entry to another host after a redirect',
  async (type) => {
    await using other = await startReceiver()
    await using server = await startRedirector(other.url.replace('127.0.0.1', 'localhost'))
    const headers = { 'X-API-Key': 'secret', Authorization: 'Bearer secret' }
    await using fixture = await openMcpFixture({ own: { far: { url: server.url, type, headers } } })
    expect(await fixture.server('far')).toMatchObject({ state: 'failed' })
    expect(other.received).toEqual([])
  },
)
