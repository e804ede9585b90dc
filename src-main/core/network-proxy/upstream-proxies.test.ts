import { expect, test } from 'vitest'
import { findUpstream } from './upstream-proxies.ts'

const to = { host: 'a.b.example', port: 443 }

test('a proxy is named by HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, with a user and a password', () => {
  const env = { HTTPS_PROXY: 'http://me:p%40ss@proxy.example:3128', http_proxy: 'plain.example' }
  expect(findUpstream(env, to, 'tunnel')).toEqual({
    at: { host: 'proxy.example', port: 3128 },
    authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
  })
  const plain = { at: { host: 'plain.example', port: 80 }, authorization: undefined }
  expect(findUpstream(env, to, 'http')).toEqual(plain)
  expect(findUpstream({ all_proxy: 'plain.example' }, to, 'tunnel')).toEqual(plain)
  expect(findUpstream({}, to, 'tunnel')).toBeUndefined()
})

test("a kind of proxy that isn't supported is an error without its password", () => {
  const env = { HTTPS_PROXY: 'socks5://me:secret@proxy.example' }
  expect(() => findUpstream(env, to, 'tunnel')).toThrow(
    "Can't use the proxy in HTTPS_PROXY: only http:// proxies are supported.",
  )
})

test.each([
  ['a.b.example', '*', true],
  ['a.b.example', 'b.example', true],
  ['a.b.example', '.b.example', true],
  ['a.b.example', '*.b.example', true],
  ['a.b.example', 'x.example, B.EXAMPLE', true],
  ['a.b.example', 'x.example b.example', true],
  ['a.b.example', 'b.example:443', true],
  ['a.b.example', 'b.example:80', false],
  ['a.bb.example', 'b.example', false],
  ['a.b.example', '', false],
  ['10.1.2.3', '10.0.0.0/8', true],
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3', '10.1.2.3:443', true],
  ['10.1.2.3', '11.0.0.0/8', false],
  ['10.1.2.3', '2.3', false],
  ['10.1.2.3', '10.0.0.0/99', false],
  ['fd00::1', 'fd00::/8', true],
  ['fd00::1', '[fd00::1]', true],
  ['fd00::1', '10.0.0.0/8', false],
  // Another machine's proxy would look for these on itself.
  ['localhost', '', true],
  ['app.localhost', '', true],
  ['127.0.0.1', '', true],
  ['::1', '', true],
])('%s with NO_PROXY=%j is reached directly: %s', (host, NO_PROXY, isDirect) => {
  const env = { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY }
  expect(findUpstream(env, { host, port: 443 }, 'tunnel') === undefined).toBe(isDirect)
})
