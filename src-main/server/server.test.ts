import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { call } from '#shared/contract/define.ts'
import { PROTOCOL } from '#shared/contract/wire.ts'
import { MAX_FRAME_BYTES } from '../transports/frame.ts'
import { serve } from '../transports/serve.ts'
import { startServer, type WebServer } from './server.ts'

const contract = { 'echo.say': call(z.object({ text: z.string() }), z.string()) } as const
let server: WebServer
let origin = ''
let folder = ''
let now = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  const rendererDir = join(folder, 'renderer')
  mkdirSync(join(rendererDir, 'assets'), { recursive: true })
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Orrery</title>')
  writeFileSync(join(rendererDir, 'assets', 'a-1.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  const handlers = { 'echo.say': async ({ text }: { text: string }) => text }
  server = await startServer({
    port: 0,
    rendererDir,
    clock: { now: () => now },
    onChannel: (channel) => void serve(channel, { contract, handlers, report: () => undefined }),
  })
  origin = `http://127.0.0.1:${server.port}`
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

interface Asked {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

function ask({ path, method = 'GET', headers = {}, body }: Asked): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const asking = request({ host: '127.0.0.1', port: server.port, path, method, headers })
  asking.on('response', (response) => {
    let text = ''
    response.on('data', (chunk) => (text += String(chunk)))
    const { statusCode: status = 0, headers: answered } = response
    response.on('end', () => resolve({ status, headers: answered, text }))
  })
  asking.on('error', reject)
  asking.end(body)
  return promise
}

function newTicket(): string {
  return new URL(server.createLink()).hash.replace('#ticket=', '')
}

function redeem(ticket: unknown, headers: Readonly<Record<string, string>> = { origin }) {
  return ask({ path: '/auth', method: 'POST', headers, body: JSON.stringify({ ticket }) })
}

async function newToken(): Promise<string> {
  return JSON.parse((await redeem(newTicket())).text).token
}

/** The status the upgrade is refused with, or the protocol that was agreed. */
function tryToOpen(protocols: string[], headers: Readonly<Record<string, string>>) {
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, protocols, { headers })
  socket.on('open', () => {
    resolve(socket.protocol)
    socket.terminate()
  })
  socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
  socket.on('error', () => resolve('error'))
  return promise
}

async function openSocket(): Promise<WebSocket> {
  const protocols = [PROTOCOL, `bearer.${await newToken()}`]
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, protocols, { origin })
  await new Promise((resolve) => socket.on('open', resolve))
  return socket
}

test('a link opens the page, and its ticket a socket that answers', async () => {
  expect(await ask({ path: '/' })).toMatchObject({
    status: 200,
    text: expect.stringContaining('Orrery'),
  })
  const socket = await openSocket()
  const answered = new Promise((resolve) => socket.on('message', (data) => resolve(String(data))))
  const start = { type: 'start', id: 1, path: 'echo.say', input: { text: 'hi' } }
  socket.send(JSON.stringify([start]))
  expect(JSON.parse(String(await answered))).toEqual([{ type: 'end', id: 1, value: 'hi' }])
  socket.terminate()
})

test('a name that is not this machine is refused everywhere', async () => {
  for (const path of ['/', '/assets/a-1.js', '/auth', '/nothing']) {
    for (const host of ['evil.example', `127.0.0.1:${server.port + 1}`, '127.0.0.1']) {
      expect((await ask({ path, headers: { host } })).status).toBe(421)
    }
  }
})

test('a ticket works once, in time, from our own page alone', async () => {
  const ticket = newTicket()
  expect((await redeem(ticket, { origin: 'http://evil.example' })).status).toBe(403)
  expect((await redeem(ticket, { origin: 'null' })).status).toBe(403)
  expect((await redeem(ticket, {})).status).toBe(403)
  expect((await redeem(ticket, { origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const redeemed = await redeem(ticket)
  expect(redeemed.status).toBe(200)
  expect(redeemed.headers['set-cookie']).toBeUndefined()
  expect((await redeem(ticket)).status).toBe(401)
  for (const wrong of ['', 'x', 7, null]) expect((await redeem(wrong)).status).toBe(401)
  const late = newTicket()
  now += 120_001
  expect((await redeem(late)).status).toBe(401)
  expect((await ask({ path: '/auth', headers: { origin } })).status).toBe(405)
  const body = 'x'.repeat(5000)
  expect((await ask({ path: '/auth', method: 'POST', headers: { origin }, body })).status).toBe(413)
})

test('a window that could not open a socket learns whether its token still holds', async () => {
  const show = (token: string) =>
    ask({ path: '/auth', method: 'POST', headers: { origin }, body: JSON.stringify({ token }) })
  const token = await newToken()
  expect((await show(token)).status).toBe(200)
  expect((await show('x'.repeat(43))).status).toBe(401)
})

test('a socket needs a token and our own origin', async () => {
  const token = `bearer.${await newToken()}`
  expect(await tryToOpen([PROTOCOL, token], { origin })).toBe(PROTOCOL)
  expect(await tryToOpen([PROTOCOL], { origin })).toBe(401)
  expect(await tryToOpen(['orrery.v1', token], { origin })).toBe(401)
  expect(await tryToOpen([PROTOCOL, `bearer.${'x'.repeat(43)}`], { origin })).toBe(401)
  expect(await tryToOpen([token], { origin })).toBe(401)
  for (const other of ['http://evil.example', 'null', `http://127.0.0.1:${server.port + 1}`]) {
    expect(await tryToOpen([PROTOCOL, token], { origin: other })).toBe(403)
  }
  expect(await tryToOpen([PROTOCOL, token], {})).toBe(403)
  const forged = { origin, host: 'evil.example' }
  expect(await tryToOpen([PROTOCOL, token], forged)).toBe(421)
})

test('no path leads out of the bundle', async () => {
  const paths = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%00',
    '/%',
    '/%ff',
    '//',
    '/assets',
    '/\\..\\secret.txt',
  ]
  for (const path of paths) {
    const { status, text } = await ask({ path })
    expect([path, status === 200, text.includes('secret')]).toEqual([path, false, false])
  }
})

test('every answer carries the policy, and files with a hash in their name may be kept', async () => {
  const { headers } = await ask({ path: '/' })
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const asset = await ask({ path: '/assets/a-1.js' })
  expect(asset.headers['cache-control']).toContain('immutable')
  const crossSite = await ask({
    path: '/assets/a-1.js',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(crossSite.status).toBe(403)
  expect((await ask({ path: '/', method: 'DELETE' })).status).toBe(405)
})

test('a frame that is too large, binary or nonsense ends its socket, and that one only', async () => {
  const good = await openSocket()
  for (const data of [
    'x'.repeat(MAX_FRAME_BYTES + 1),
    Buffer.from('[]'),
    'nonsense',
    '[{"id":1}]',
  ]) {
    const socket = await openSocket()
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => undefined)
    socket.send(data)
    expect(await closed).toBeGreaterThan(1000)
  }
  expect(good.readyState).toBe(WebSocket.OPEN)
  good.terminate()
})
