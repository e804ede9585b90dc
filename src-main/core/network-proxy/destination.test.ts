import { expect, test } from 'vitest'
import { formatAuthority, parseAuthority, toDestination } from './destination.ts'

test.each([
  ['Example.COM:443', 'example.com', 443],
  ['example.com.:80', 'example.com', 80],
  ['[::1]:8080', '::1', 8080],
  ['[::FFFF:127.0.0.1]:1', '::ffff:7f00:1', 1],
  // The forms of 127.0.0.1 that resolvers accept.
  ['2130706433:80', '127.0.0.1', 80],
  ['0x7f.1:80', '127.0.0.1', 80],
  ['0177.0.0.1:80', '127.0.0.1', 80],
  ['127.1:80', '127.0.0.1', 80],
  ['１２７.0.0.1:80', '127.0.0.1', 80],
  ['b\u00fccher.example:443', 'xn--bcher-kva.example', 443],
])('a tunnel to %s goes to %s, port %d', (text, host, port) => {
  expect(parseAuthority(text)).toEqual({ host, port })
})

// The kind of the null byte in a host name that one parser reads past and another stops at, as reported of an
// agent's sandbox whose allow-list looked at the end of the name.
test.each([
  '',
  ':443',
  'example.com',
  'example.com:',
  'example.com:0',
  'example.com:65536',
  'example.com:443x',
  'example.com: 443',
  'example.com:0x1bb',
  'user@example.com:443',
  'example.com/path:443',
  'example.com?x:443',
  'example.com#x:443',
  'evil.example\0.example.com:443',
  'evil.example%00.example.com:443',
  'evil.example\\.example.com:443',
  'evil.example .example.com:443',
  'example.com:81:443',
  'http://example.com:443',
  '[::1:443',
])('%j is no destination', (text) => {
  expect(parseAuthority(text)).toBeUndefined()
})

test('ports of URLs are usual unless they are given, and addresses are written back', () => {
  const urls = ['http://a.example/', 'https://a.example/', 'ws://[::1]:81/', 'wss://a.example./']
  expect(urls.map((url) => formatAuthority(toDestination(new URL(url))))).toEqual([
    'a.example:80',
    'a.example:443',
    '[::1]:81',
    'a.example:443',
  ])
})
