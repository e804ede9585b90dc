import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionError, type Destination, formatAuthority } from './destination.ts'
import { NetworkProxy } from './network-proxy.ts'
import { type Network, type NetworkPolicy, systemNetwork } from './open-route.ts'
import type { ProxyAccess } from './proxy-clients.ts'

const PUBLIC = '93.184.215.14'

let owned = new AsyncDisposableStack()
afterEach(async () => {
  await owned.disposeAsync()
  owned = new AsyncDisposableStack()
})

/** A server that answers with what it was sent. */
async function startServer(): Promise<{ readonly port: number; readonly requests: string[] }> {
  const requests: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`)
    const { host, 'proxy-authorization': secret, 'x-hop': hop } = request.headers
    const body = await text(request)
    response.setHeader('set-cookie', ['a=1', 'b=2'])
    response.end(JSON.stringify({ host, secret, hop, body }))
  }
  const server = createServer((request, response) => void answer(request, response))
  return { port: await listen(server), requests }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  owned.defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

interface Setup {
  /** The addresses of a name, in the order in which they are given out; the last one stays. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>
  /** The port of this machine that public addresses lead to. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  readonly allowsHost?: NetworkPolicy['allowsHost']
  readonly allowsAddress?: NetworkPolicy['allowsAddress']
}

async function openProxy({ names = {}, port, env = {}, ...decisions }: Setup) {
  const lookedUp: string[] = []
  const dialed: string[] = []
  const reports: string[] = []
  const network: Network = {
    resolve: async (host) => {
      const answers = names[host] ?? []
      const at = lookedUp.filter((each) => each === host).length
      lookedUp.push(host)
      const found = answers[at] ?? answers.at(-1)
      if (!found) throw new Error(`There is no ${host}.`)
      return found
    },
    dial: async (to, addresses, signal) => {
      dialed.push(`${addresses.join()}:${to.port}`)
      const isPublic = addresses.includes(PUBLIC)
      const at: Destination = isPublic ? { host: '127.0.0.1', port: port ?? 0 } : to
      return await systemNetwork.dial(at, isPublic ? ['127.0.0.1'] : addresses, signal)
    },
  }
  const proxy = owned.use(await NetworkProxy.open({ network, env }))
  const access = proxy.admit({
    allowsHost: ({ host }) => host === 'allowed.example',
    allowsAddress: (_, address) => address === PUBLIC,
    report: (to: Destination, { reason }: ConnectionError) => {
      reports.push(`${formatAuthority(to)} ${reason}`)
    },
    ...decisions,
  })
  return { proxy, access, lookedUp, dialed, reports }
}

function secretOf({ username, password }: Pick<ProxyAccess, 'username' | 'password'>) {
  const user = Buffer.from(`${username}:${password}`).toString('base64')
  return { 'proxy-authorization': `Basic ${user}` }
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

async function send(proxy: NetworkProxy, path: string, { method = 'GET', headers, body }: Sent) {
  const request = httpRequest({ ...partsOf(proxy), method, path, headers: { ...headers } })
  request.end(body)
  const [response]: [IncomingMessage] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

async function openTunnel(proxy: NetworkProxy, path: string, headers: Record<string, string>) {
  const request = httpRequest({ ...partsOf(proxy), method: 'CONNECT', path, headers }).end()
  const [response, socket, head] = (await once(request, 'connect')) as [
    IncomingMessage,
    Socket,
    Buffer,
  ]
  socket.on('error', () => socket.destroy())
  socket.unshift(head)
  return { status: response.statusCode, headers: response.headers, socket }
}

function partsOf({ url }: NetworkProxy) {
  return { host: '127.0.0.1', port: Number(new URL(url).port) }
}

// NVIDIA/OpenShell issue 1169: the look-up alone carried data out, although the request was refused.
// anthropics/claude-code issue 40213: the allow-list held for tunnels, not for plain HTTP.
test('a host that is not allowed is refused in a tunnel and in plain HTTP, before its name is looked up', async () => {
  const { proxy, access, lookedUp, dialed, reports } = await openProxy({})
  const headers = secretOf(access)
  const plain = await send(proxy, 'http://forbidden.example/secret', { headers })
  expect(plain).toMatchObject({ status: 403, body: "forbidden.example isn't an allowed host." })
  expect(plain.headers['proxy-status']).toBe('orrery; error=http_request_denied')
  const tunnel = await openTunnel(proxy, 'forbidden.example:443', headers)
  expect([tunnel.status, await text(tunnel.socket)]).toEqual([403, plain.body])
  expect({ lookedUp, dialed }).toEqual({ lookedUp: [], dialed: [] })
  expect(reports).toEqual([
    'forbidden.example:80 http_request_denied',
    'forbidden.example:443 http_request_denied',
  ])
})

test('an allowed host gets the request with its body, without the secret and hop-by-hop headers', async () => {
  const { port } = await startServer()
  const names = { 'allowed.example': [[PUBLIC]] }
  const { proxy, access } = await openProxy({ names, port })
  const headers = {
    ...secretOf(access),
    connection: 'x-hop, keep-alive',
    'x-hop': '1',
    // The address decides where the request goes, so the host can't name another one.
    host: 'forbidden.example',
  }
  const sent = { method: 'POST', headers, body: 'x'.repeat(100_000) }
  const answer = await send(proxy, 'http://allowed.example/a?b=c', sent)
  expect(answer).toMatchObject({ status: 200, headers: { 'set-cookie': ['a=1', 'b=2'] } })
  expect(JSON.parse(answer.body)).toEqual({ host: 'allowed.example', body: sent.body })
})

test('a tunnel carries bytes both ways, and its end', async () => {
  const answer = async (socket: Socket) => socket.end(`got ${await text(socket)}`)
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => void answer(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  owned.defer(async () => {
    server.close()
    await once(server, 'close')
  })
  const names = { 'allowed.example': [[PUBLIC]] }
  const { port } = server.address() as AddressInfo
  const { proxy, access } = await openProxy({ names, port })
  const { socket } = await openTunnel(proxy, 'allowed.example:22', secretOf(access))
  socket.end('hello')
  expect(await text(socket)).toBe('got hello')
})

// atomantic/PortOS issue 1859: the name was looked up once to check it and once more to connect.
test('a name is looked up once, and the address that was allowed is dialed', async () => {
  const { port } = await startServer()
  const names = { 'allowed.example': [[PUBLIC], ['127.0.0.1']] }
  const { proxy, access, lookedUp, dialed } = await openProxy({ names, port })
  const headers = secretOf(access)
  expect((await send(proxy, 'http://allowed.example/', { headers })).status).toBe(200)
  expect({ lookedUp, dialed }).toEqual({
    lookedUp: ['allowed.example'],
    dialed: [`${PUBLIC}:80`],
  })
  const next = await send(proxy, 'http://allowed.example/', { headers })
  const body = "allowed.example resolves to 127.0.0.1, which isn't an allowed address."
  expect(next).toMatchObject({ status: 403, body })
  expect(dialed).toHaveLength(1)
})

test('of several addresses only allowed ones are dialed', async () => {
  const { port } = await startServer()
  const names = { 'allowed.example': [['10.0.0.1', PUBLIC, '169.254.169.254']] }
  const { proxy, access, dialed } = await openProxy({ names, port })
  await send(proxy, 'http://allowed.example/', { headers: secretOf(access) })
  expect(dialed).toEqual([`${PUBLIC}:80`])
})

test.each(['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:169.254.169.254]', '10.1.2.3'])(
  'the address %s is decided like one that a name resolves to',
  async (host) => {
    const { proxy, access, lookedUp, dialed } = await openProxy({ allowsHost: () => true })
    const answer = await send(proxy, `http://${host}/`, { headers: secretOf(access) })
    expect(answer.headers['proxy-status']).toBe('orrery; error=destination_ip_prohibited')
    expect({ status: answer.status, lookedUp, dialed }).toEqual({
      status: 403,
      lookedUp: [],
      dialed: [],
    })
  },
)

test('localhost is this machine, whatever name servers say', async () => {
  const { port } = await startServer()
  const { proxy, access, lookedUp } = await openProxy({
    allowsHost: () => true,
    allowsAddress: () => true,
    names: { localhost: [['10.0.0.1']] },
  })
  const headers = secretOf(access)
  const hosts = ['localhost', 'app.localhost', '127.0.0.1']
  const answers = hosts.map((host) => send(proxy, `http://${host}:${port}/`, { headers }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(lookedUp).toEqual([])
})

test('each request on a connection is decided by itself', async () => {
  const { port, requests } = await startServer()
  const { proxy, access } = await openProxy({ names: { 'allowed.example': [[PUBLIC]] }, port })
  const socket = connect(partsOf(proxy))
  const lines = ['allowed', 'forbidden'].map((name) =>
    [
      `GET http://${name}.example/${name} HTTP/1.1`,
      'Host: allowed.example',
      `Proxy-Authorization: ${secretOf(access)['proxy-authorization']}`,
    ].join('\r\n'),
  )
  socket.write(`${lines.join('\r\n\r\n')}\r\n\r\n`)
  const answers = await text(socket)
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403'])
  expect(requests).toEqual(['GET /allowed'])
})

test('no one uses the proxy without a secret, or after access has ended', async () => {
  const { port } = await startServer()
  const { proxy, access } = await openProxy({ names: { 'allowed.example': [[PUBLIC]] }, port })
  const wrong = [
    {},
    { 'proxy-authorization': 'Basic' },
    { 'proxy-authorization': `Bearer ${access.password}` },
    secretOf({ username: access.username, password: '' }),
    secretOf({ username: access.username, password: `${access.password}0` }),
    secretOf({ username: '', password: access.password }),
  ]
  for (const headers of wrong) {
    const plain = await send(proxy, 'http://allowed.example/', { headers })
    const tunnel = await openTunnel(proxy, 'allowed.example:80', headers)
    expect([plain.status, tunnel.status]).toEqual([407, 407])
  }
  const { socket } = await openTunnel(proxy, 'allowed.example:80', secretOf(access))
  access[Symbol.dispose]()
  await text(socket).catch(() => '')
  const late = await openTunnel(proxy, 'allowed.example:80', secretOf(access))
  expect(late.status).toBe(407)
})

test('a failed connection answers with a sentence and is reported', async () => {
  const { proxy, access, reports } = await openProxy({
    allowsHost: () => true,
    allowsAddress: () => true,
  })
  const headers = secretOf(access)
  const refused = await send(proxy, 'http://127.0.0.1:1/', { headers })
  expect(refused).toMatchObject({ status: 502, body: 'Nothing listens at 127.0.0.1:1.' })
  const missing = await send(proxy, 'http://missing.example/', { headers })
  expect(missing).toMatchObject({ status: 502, body: "Can't find the host missing.example." })
  expect(reports).toEqual(['127.0.0.1:1 connection_refused', 'missing.example:80 dns_error'])
})

test.each([
  ['/', 400],
  ['https://allowed.example/', 400],
  ['ftp://allowed.example/', 400],
])('a request for %s is no request to a proxy', async (path, status) => {
  const { proxy, access } = await openProxy({})
  expect((await send(proxy, path, { headers: secretOf(access) })).status).toBe(status)
})

test('headers are limited', async () => {
  const { proxy, access } = await openProxy({})
  const headers = { ...secretOf(access), long: 'x'.repeat(70_000) }
  expect((await send(proxy, 'http://allowed.example/', { headers })).status).toBe(431)
})

test('a client that gives up leaves no connection to the server', async () => {
  const server = createServer()
  const port = await listen(server)
  const { proxy, access } = await openProxy({ names: { 'allowed.example': [[PUBLIC]] }, port })
  const waiting = httpRequest({
    ...partsOf(proxy),
    path: 'http://allowed.example/slow',
    headers: secretOf(access),
  }).end()
  waiting.on('error', () => undefined)
  const [{ socket }]: [IncomingMessage] = (await once(server, 'request')) as [IncomingMessage]
  waiting.destroy()
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

/** A person's own proxy, which asks for a password. */
async function startUpstream(port: number) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers['proxy-authorization']}`)
    response.end('through')
  })
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    requests.push(`${url} ${headers['proxy-authorization']}`)
    if (url?.startsWith('unknown')) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const far = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    far.on('error', () => socket.destroy()).pipe(socket)
    return socket.on('error', () => far.destroy()).pipe(far)
  })
  return { port: await listen(server), requests }
}

test("connections continue through the person's own proxy, with its password", async () => {
  const far = await startServer()
  const upstream = await startUpstream(far.port)
  const url = `http://me:secret@127.0.0.1:${upstream.port}`
  const { proxy, access, lookedUp, reports } = await openProxy({
    env: { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: 'direct.example' },
    port: far.port,
    names: { 'direct.example': [[PUBLIC]] },
    allowsHost: ({ host }) => host !== 'forbidden.example',
  })
  const headers = secretOf(access)
  const plain = await send(proxy, 'http://allowed.example/a', { headers })
  const tunnel = await openTunnel(proxy, 'allowed.example:443', headers)
  tunnel.socket.write('GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect([plain.body, await text(tunnel.socket)]).toEqual([
    'through',
    expect.stringContaining('HTTP/1.1 200'),
  ])
  await send(proxy, 'http://direct.example/c', { headers })
  await send(proxy, 'http://forbidden.example/d', { headers })
  const unknown = await openTunnel(proxy, 'unknown.example:443', headers)
  expect(await text(unknown.socket)).toMatch(/^The proxy 127\.0\.0\.1:\d+ refused to connect to/)
  const secret = `Basic ${Buffer.from('me:secret').toString('base64')}`
  expect(upstream.requests).toEqual([
    `http://allowed.example/a ${secret}`,
    `allowed.example:443 ${secret}`,
    `unknown.example:443 ${secret}`,
  ])
  expect(far.requests).toEqual(['GET /b', 'GET /c'])
  expect(lookedUp).toEqual(['direct.example'])
  expect(reports).toEqual([
    'forbidden.example:80 http_request_denied',
    'unknown.example:443 destination_unavailable',
  ])
})
