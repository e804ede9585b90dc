import { expect, test } from 'vitest'
import { isThisMachine } from '#shared/lib/is-localhost.ts'
import { httpHostOf } from './http-host.ts'

test.each([
  ['http://localhost:5173/a', true],
  ['http://LOCALHOST./', true],
  ['http://shop.localhost/', true],
  ['http://127.1/', true],
  ['http://0x7f000001/', true],
  ['http://127.9.9.9:80/', true],
  ['http://0.0.0.0:3000', true],
  ['http://[::1]:3000', true],
  ['http://[::ffff:127.0.0.1]/', true],
  ['http://localhost@example.com/', false],
  ['http://localhost.example.com/', false],
  ['http://127.0.0.1.example.com/', false],
  ['http://10.0.0.1/', false],
  ['https://example.com/#localhost', false],
])('%s is this machine: %s', (address, isHere) => {
  expect(isThisMachine(httpHostOf(address) ?? '')).toBe(isHere)
})

test('what is no http address has no host', () => {
  const others = ['file:///etc/passwd', 'data:text/html,x', 'about:blank', 'nonsense', '']
  expect(others.map(httpHostOf)).toEqual(others.map(() => undefined))
})
