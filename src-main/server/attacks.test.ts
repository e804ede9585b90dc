import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROTOCOL } from '#shared/wire/protocol.ts'
import {
  hearOut,
  openServerFixture,
  type ServerFixture,
} from '../../test/support/server-fixture.ts'

const PASSWORD = 'a long enough password'
let server: ServerFixture
let beyond: ServerFixture

beforeAll(async () => {
  server = await openServerFixture()
  const names = ['orrery.example', 'tunnel.example:8443']
  beyond = await openServerFixture({ address: '127.0.0.1', names, password: PASSWORD })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await beyond[Symbol.asyncDispose]()
})

// CVE-2025-49596 (MCP Inspector) and CVE-2025-66414 (MCP TypeScript SDK): a page reached the server by DNS rebinding.
test('a name that is not this machine is refused everywhere', async () => {
  for (const path of ['/', '/assets/a-1.js', '/auth', '/nothing']) {
    for (const host of ['evil.example', `127.0.0.1:${server.port + 1}`, '127.0.0.1']) {
      expect([path, host, (await server.ask({ path, headers: { host } })).status]).toEqual([
        path,
        host,
        421,
      ])
    }
  }
})

test('reached from elsewhere, names that nobody allowed are refused, and origins of such pages', async () => {
  const { port, origin } = beyond
  for (const host of [
    'evil.example',
    'orrery.example.evil.example',
    'orrery.example:1',
    'tunnel.example',
    `localhost:${port}`,
    '127.0.0.1',
  ]) {
    expect([host, (await beyond.ask({ path: '/', headers: { host } })).status]).toEqual([host, 421])
  }
  for (const other of [
    'https://evil.example',
    'https://orrery.example.evil.example',
    'https://tunnel.example',
    'file://orrery.example',
    'null',
  ]) {
    expect((await beyond.show({ password: PASSWORD }, { origin: other })).status).toBe(403)
  }
  expect((await beyond.show({ password: PASSWORD }, {})).status).toBe(403)
  expect((await beyond.show({ password: PASSWORD }, { origin })).status).toBe(200)
})

test('who guesses the password waits, and is told for how long', async () => {
  for (let count = 0; count < 5; count++) {
    expect((await beyond.show({ password: `guess ${count}` })).status).toBe(401)
  }
  const waiting = await beyond.show({ password: PASSWORD })
  expect([waiting.status, waiting.headers['retry-after'], JSON.parse(waiting.text)]).toEqual([
    429,
    '1',
    expect.objectContaining({ code: 'limit', retryable: true }),
  ])
  // A link’s ticket is no guess.
  expect((await beyond.show({ ticket: beyond.newTicket() })).status).toBe(200)
  beyond.clock.time += 1000
  expect((await beyond.show({ password: PASSWORD })).status).toBe(200)
  for (const password of ['', PASSWORD.slice(1), `${PASSWORD} `, [PASSWORD], { length: 22 }, 7]) {
    expect((await beyond.show({ password })).status).toBe(401)
    expect((await beyond.show({ password: PASSWORD })).status).toBe(200)
  }
})

test('a ticket works once, in time, from our own page alone', async () => {
  const { origin } = server
  const ticket = server.newTicket()
  for (const headers of [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    {},
    { origin: origin.replace('http:', 'https:') },
    { origin, 'sec-fetch-site': 'cross-site' },
    { origin, 'sec-fetch-site': 'same-site' },
  ]) {
    expect([headers, (await server.show({ ticket }, headers)).status]).toEqual([headers, 403])
  }
  const redeemed = await server.show({ ticket })
  expect([redeemed.status, redeemed.headers['set-cookie']]).toEqual([200, undefined])
  expect((await server.show({ ticket })).status).toBe(401)
  for (const wrong of ['', 'x', 7, null]) {
    expect((await server.show({ ticket: wrong })).status).toBe(401)
  }
  const late = server.newTicket()
  server.clock.time += 120_001
  expect((await server.show({ ticket: late })).status).toBe(401)
})

test('what is too long, or asked for otherwise, lets nobody in', async () => {
  const { origin } = server
  expect((await server.ask({ path: '/auth', headers: { origin } })).status).toBe(405)
  expect((await server.show('x'.repeat(5000))).status).toBe(413)
  for (const admission of [[], {}, 'x', null, { __proto__: null }, { token: {} }]) {
    expect((await server.show(admission)).status).toBe(401)
  }
})

// CVE-2025-52882 (Claude Code's extensions): any page could open a WebSocket to the tool.
test('a socket needs a token, our own origin, and the protocol that we speak', async () => {
  const { origin, port } = server
  const token = `bearer.${await server.newToken()}`
  const open = server.tryToOpen
  expect(await open([PROTOCOL, token], { origin })).toBe(PROTOCOL)
  for (const protocols of [
    [],
    [PROTOCOL],
    [token],
    ['orrery.v4', token],
    [PROTOCOL.toUpperCase(), token],
    [PROTOCOL, `bearer.${'x'.repeat(43)}`],
    [PROTOCOL, 'bearer.'],
  ]) {
    expect([protocols, await open(protocols, { origin })]).toEqual([protocols, 401])
  }
  for (const other of ['http://evil.example', 'null', `http://127.0.0.1:${port + 1}`]) {
    expect(await open([PROTOCOL, token], { origin: other })).toBe(403)
  }
  expect(await open([PROTOCOL, token], {})).toBe(403)
  expect(await open([PROTOCOL, token], { origin, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await open([PROTOCOL, token], { origin, host: 'evil.example' })).toBe(421)
})

test('no page of elsewhere is given a file of ours', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site }
    expect((await server.ask({ path: '/assets/a-1.js', headers })).status).toBe(403)
  }
})

test('no path leads out of the bundle', async () => {
  const paths = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%252e%252e/secret.txt',
    '/.%2e/%2e./secret.txt',
    '/assets/....//....//secret.txt',
    '/..;/secret.txt',
    '/%00',
    '/%',
    '/%ff',
    '//',
    '/assets',
    '/\\..\\secret.txt',
    '/..%5csecret.txt',
  ]
  for (const path of paths) {
    const { status, text } = await server.ask({ path })
    expect([path, status === 200, text.includes('secret')]).toEqual([path, false, false])
  }
})

test('what two who read it would read differently is refused, and its connection ended', async () => {
  const host = `host: 127.0.0.1:${server.port}`
  const origin = `origin: ${server.origin}`
  const oddities: (readonly [head: readonly string[], status: RegExp])[] = [
    [['GET / HTTP/1.1', host, 'host: evil.example'], /^4/],
    [['GET / HTTP/1.1', 'host: evil.example', host], /^421/],
    [['GET / HTTP/1.1', host, host], /^400/],
    [['GET / HTTP/1.1'], /^400/],
    [['GET / HTTP/1.0'], /^421/],
    [['GET / HTTP/1.1', 'host:'], /^421/],
    [[`GET http://127.0.0.1:${server.port}/ HTTP/1.1`, host], /^400/],
    [['GET http://evil.example/ HTTP/1.1', host], /^400/],
    [['GET //evil.example/auth HTTP/1.1', host], /^400/],
    [['GET /\\evil.example/ HTTP/1.1', host], /^400/],
    [['GET * HTTP/1.1', host], /^400/],
    [['GET / HTTP/1.1', `${host} `, ' evil.example'], /^4/],
    [['GET / HTTP/1.1', `host : 127.0.0.1:${server.port}`], /^400/],
    [['GET / HTTP/9.9', host], /^(400|505)/],
    [
      ['POST /auth HTTP/1.1', host, origin, 'content-length: 2', 'transfer-encoding: chunked'],
      /^400/,
    ],
    [['POST /auth HTTP/1.1', host, origin, 'content-length: 2', 'content-length: 3'], /^400/],
    [['POST /auth HTTP/1.1', host, origin, 'content-length: +2'], /^400/],
    [['POST /auth HTTP/1.1', host, origin, 'transfer-encoding: chunked, identity'], /^400/],
    [['GET /ws HTTP/1.1', host, host, origin, 'connection: upgrade', 'upgrade: websocket'], /^400/],
    [
      ['GET http://evil.example/ws HTTP/1.1', host, 'connection: upgrade', 'upgrade: websocket'],
      /^404/,
    ],
    [['GET / HTTP/1.1', host, `x: ${'x'.repeat(20_000)}`], /^431/],
  ]
  for (const [head, status] of oddities) {
    const raw = await server.openRaw(`${[...head, 'connection: close'].join('\r\n')}\r\n\r\n`)
    const answer = (await hearOut(raw)).toString()
    expect([head, answer.replace('HTTP/1.1 ', '')]).toEqual([head, expect.stringMatching(status)])
  }
  const tunnel = await server.openRaw(`CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n\r\n`)
  expect((await hearOut(tunnel)).toString()).toBe('')
})
