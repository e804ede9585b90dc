import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROTOCOL } from '#shared/wire/protocol.ts'
import { echo, openServerFixture, type ServerFixture } from '../../test/support/server-fixture.ts'

const PASSWORD = 'a long enough password'
const NAMES = ['orrery.example', 'Tunnel.example:8443']
let here: ServerFixture
let beyond: ServerFixture

beforeAll(async () => {
  here = await openServerFixture()
  beyond = await openServerFixture({ address: '127.0.0.1', names: NAMES, password: PASSWORD })
})

afterAll(async () => {
  await here[Symbol.asyncDispose]()
  await beyond[Symbol.asyncDispose]()
})

test('a link opens the page, and its ticket a socket that answers', async () => {
  expect(await here.ask({ path: '/' })).toMatchObject({
    status: 200,
    text: expect.stringContaining('Orrery'),
  })
  const socket = await here.openSocket()
  expect(await echo(socket, 'hi')).toBe('hi')
  socket.terminate()
})

test('a window that could not open a socket learns whether its token still holds', async () => {
  expect((await here.show({ token: await here.newToken() })).status).toBe(200)
  const refused = await here.show({ token: 'x'.repeat(43) })
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    401,
    expect.objectContaining({ code: 'denied', data: { asks: 'link' } }),
  ])
})

test('every answer carries the policy, and files with a hash in their name may be kept', async () => {
  const { headers } = await here.ask({ path: '/' })
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const asset = await here.ask({ path: '/assets/a-1.js' })
  expect(asset.headers['cache-control']).toContain('immutable')
  expect((await here.ask({ path: '/', method: 'DELETE' })).status).toBe(405)
})

test('on this machine alone, a password is nothing to be let in by', async () => {
  expect((await here.show({ password: '' })).status).toBe(401)
})

test('elsewhere, the password opens a window, under the names that were allowed', async () => {
  const { origin, port } = beyond
  const tokens: string[] = []
  for (const place of [
    { host: `127.0.0.1:${port}`, origin },
    { host: 'orrery.example', origin: 'https://orrery.example' },
    { host: `ORRERY.example:${port}`, origin: `http://orrery.example:${port}` },
    { host: `127.0.0.1:${port}`, origin: 'https://tunnel.example:8443' },
  ]) {
    const { status, text } = await beyond.show({ password: PASSWORD }, place)
    expect([place, status]).toEqual([place, 200])
    tokens.push(JSON.parse(text).token)
  }
  expect(new Set(tokens).size).toBe(4)
  expect(await beyond.tryToOpen([PROTOCOL, `bearer.${tokens[1]}`], { origin })).toBe(PROTOCOL)
  const refused = await beyond.show({ token: 'x' })
  expect(JSON.parse(refused.text)).toMatchObject({ data: { asks: 'password' } })
})
