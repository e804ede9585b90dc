import { expect, test } from 'vitest'
import { Reached } from './allowed-hosts.ts'

const HERE = 'http://localhost:5173/'
const ASKED = 'https://asked.example/'
const OTHER = 'https://other.example/x.js'

function reachedBy(isConfined: boolean): Reached {
  const reached = new Reached({ isConfined })
  reached.open(HERE)
  reached.open(ASKED)
  return reached
}

test.each([
  // The page, and its request; whether it is allowed: confined, not confined.
  ['', ASKED, true, true],
  ['', OTHER, false, true],
  [HERE, 'http://127.0.0.1:1/', true, true],
  [HERE, ASKED, true, true],
  [HERE, 'https://www.asked.example/', true, true],
  [HERE, 'https://asked.example./', true, true],
  [HERE, 'https://sub.asked.example/', false, true],
  [HERE, OTHER, false, true],
  [HERE, 'wss://other.example/', false, true],
  ['data:text/html,x', OTHER, false, true],
  [ASKED, OTHER, false, true],
  [ASKED, HERE, false, false],
  [ASKED, 'ws://127.0.0.1:9/', false, false],
  [HERE, 'file:///etc/passwd', false, false],
  [HERE, 'chrome://settings', false, false],
  [ASKED, 'data:image/png;base64,', true, true],
])('from %j to %s: confined %s, else %s', (from, url, ...expected) => {
  const allowed = [true, false].map((isConfined) => reachedBy(isConfined).allows({ url, from }))
  expect(allowed).toEqual(expected)
})

test('a page that was redirected stays only at an allowed host', () => {
  const addresses = [HERE, ASKED, OTHER, 'about:blank', 'chrome-error://chromewebdata/']
  const reached = reachedBy(true)
  expect(addresses.map((url) => reached.allowsPage(url))).toEqual([true, true, false, true, false])
  const elsewhere = new Reached({ isConfined: false })
  elsewhere.open(ASKED)
  expect(elsewhere.allowsPage(HERE)).toBe(false)
})

test.each([
  ['localhost', true, true],
  ['127.0.0.1', true, true],
  ['::1', true, true],
  ['asked.example', true, true],
  ['www.asked.example', true, true],
  ['other.example', false, true],
])('the browser connects to %s: confined %s, else %s', (host, ...expected) => {
  const allowed = [true, false].map((isConfined) =>
    reachedBy(isConfined).allowsHost({ host, port: 80 }),
  )
  expect(allowed).toEqual(expected)
})

test('the browser connects to this machine only if a page of it was opened', () => {
  const reached = new Reached({ isConfined: false })
  reached.open(ASKED)
  expect(reached.allowsHost({ host: 'localhost', port: 80 })).toBe(false)
})

// The kind of DNS rebinding that microsoft/playwright-mcp pull request 1270 warns of.
test.each([
  ['asked.example', '93.184.215.14', true],
  ['asked.example', '127.0.0.1', false],
  ['asked.example', '10.0.0.7', true],
  ['asked.example', '10.0.0.8', false],
  ['asked.example', '169.254.169.254', false],
  ['localhost', '127.0.0.1', true],
  ['localhost', '::1', true],
  ['127.0.0.1', '127.0.0.1', true],
  ['10.0.0.7', '10.0.0.7', true],
  ['10.0.0.8', '10.0.0.8', false],
  ['169.254.169.254', '169.254.169.254', false],
  // No public name server answers for these names.
  ['app.test', '127.0.0.1', true],
  ['wiki.internal', '10.0.0.8', true],
  ['wiki', '10.0.0.8', true],
  ['other.test', '127.0.0.1', false],
  ['metadata.internal', '169.254.169.254', false],
])('%s may be at %s: %s', (host, address, isAllowed) => {
  const reached = reachedBy(false)
  const opened = ['10.0.0.7', '169.254.169.254', 'app.test', 'wiki.internal', 'wiki']
  for (const each of [...opened, 'metadata.internal']) reached.open(`http://${each}/`)
  expect(reached.allowsAddress({ host, port: 80 }, address)).toBe(isAllowed)
})
