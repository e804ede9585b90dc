import { type Browser, chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AttemptServers,
  countPacketsOf,
  startAttemptServers,
} from '../../../test/support/attempt-servers.ts'
import {
  lookupAttempts,
  type NetworkAttempt,
  tcpAttempts,
  udpAttempts,
} from '../../../test/support/network-attempts.ts'
import { Chromium } from './chromium.ts'
import type { PageAnswer } from './define.ts'
import { findChromium } from './find-chromium.ts'

// The whole browser goes through a proxy that decides by host name. Before, 9 of 29 ways reached hosts that
// nobody had allowed: redirects of page, image, fetch and frame, a WebSocket in a worker, a shared worker,
// STUN, TURN and WebTransport. The public reports are named at the attempts.

const browserPath = findChromium(process.env) ?? playwright.executablePath()
const program = { path: browserPath, env: { PATH: process.env['PATH'] ?? '' } }
const PATIENCE = { timeout: 60_000 }

let servers: AttemptServers
let chromium: Chromium

beforeAll(async () => {
  servers = await startAttemptServers([...tcpAttempts, ...udpAttempts, ...lookupAttempts])
  chromium = new Chromium(servers.network)
  await open('allowed', 'http://allowed.example/')
  await open('forbidden', `${servers.home}/`)
}, 120_000)

afterAll(async () => {
  await chromium[Symbol.asyncDispose]()
  await servers[Symbol.asyncDispose]()
})

function open(run: string, url: string, agentId = 'lead'): Promise<PageAnswer> {
  const reach = { isConfined: true }
  return chromium.act({ type: 'act', run, agentId, reach, program, act: { type: 'open', url } })
}

/** Opens the page of an attempt in a run that may reach `allowed.example`, or may not reach `forbidden.example`. */
async function attempt(run: 'allowed' | 'forbidden', { name }: NetworkAttempt): Promise<void> {
  // A page that goes elsewhere at once is an error.
  await open(run, servers.pageOf(name, `${run}.example`), name).catch(() => undefined)
}

/** A browser without a proxy, even if the environment names one. */
function launchPlain(): Promise<Browser> {
  const chromiumSandbox = process.getuid?.() !== 0
  const args = ['--no-proxy-server']
  return playwright.launch({ executablePath: browserPath, chromiumSandbox, args })
}

// vercel-labs/agent-browser #1546 (WebRTC) and browserbase/stagehand #2945 (service workers, WebSockets): connections that
// the interception of requests doesn't see reached hosts that nobody allowed.
test.each(tcpAttempts)('$name reaches an allowed host, and no other', async (each) => {
  await attempt('forbidden', each)
  await attempt('allowed', each)
  // It was started later, so by now the other would have arrived, too.
  if (!each.unsupported) {
    await expect.poll(() => servers.hasArrived(each.name, 'allowed.example'), PATIENCE).toBe(true)
  }
  expect(servers.hasArrived(each.name, 'forbidden.example')).toBe(false)
})

test('the answer names a blocked host once, and says how to allow it', async () => {
  const name = 'redirect of an image'
  const { news } = await open('forbidden', servers.pageOf(name, 'forbidden.example'), 'reader')
  expect(news).toEqual([
    "Blocked a request to forbidden.example: this host isn't allowed. To allow it, open an address on it.",
  ])
})

test.each([
  ['http://forbidden.example/x', 'The page leads to http://forbidden.example/x. To go there,'],
  ['https://forbidden.example/x', 'The page leads to https://forbidden.example/x. To go there,'],
])('a page that leads to %s is an error that says so', async (to, message) => {
  const url = `${servers.home}/redirect?to=${encodeURIComponent(to)}`
  await expect(open('forbidden', url, 'reader')).rejects.toThrow(message)
})

test.each([
  ['http://127.0.0.1:9999/', 'The page could not be loaded: Nothing listens at 127.0.0.1:9999.'],
  ['https://127.0.0.1:9999/', 'The page could not be loaded: Nothing listens at 127.0.0.1:9999.'],
  ['http://missing.example/', "The page could not be loaded: Can't find the host missing.example."],
  [
    'http://intranet.example/',
    "Blocked a request to intranet.example, which resolves to 10.0.0.7: private addresses aren't allowed. To allow it, open http://10.0.0.7/.",
  ],
])('opening %s fails with a sentence', async (url, message) => {
  await expect(open('failing', url)).rejects.toThrow(message)
})

test('no packet passes by the proxy, and no forbidden name is looked up', async () => {
  await using guarded = await countPacketsOf(udpAttempts)
  await using plain = await countPacketsOf(udpAttempts)
  for (const [name, { address }] of guarded.counters) {
    await open('forbidden', servers.pageOf(name, address), `${name} guarded`)
  }
  for (const each of lookupAttempts) await attempt('forbidden', each)
  // Without the proxy, and later, each of them sends packets.
  await using browser = await launchPlain()
  for (const [name, { address }] of plain.counters) {
    await (await browser.newPage()).goto(servers.pageOf(name, address))
  }
  await expect.poll(() => plain.silent(), PATIENCE).toEqual([])
  expect(guarded.silent()).toEqual(udpAttempts.map(({ name }) => name))
  expect(servers.countForbiddenConnections()).toBe(0)
  expect(servers.lookedUp).not.toContain('forbidden.example')
}, 180_000)
