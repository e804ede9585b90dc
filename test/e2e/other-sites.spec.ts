import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { PROTOCOL } from '../../src-shared/wire/protocol.ts'
import { test as base } from './workbench.ts'

/** Pages of another site, and of another port of this machine, in a browser where a window is open. */
const test = base.extend<{ strangers: readonly Page[] }>({
  strangers: async ({ browser }, use) => {
    const server = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>x</title>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // It listens on a port: its address is neither a pipe’s nor absent.
    const { port } = server.address() as AddressInfo
    await using context = await browser.newContext()
    const pages: Page[] = []
    for (const host of ['localhost', '127.0.0.1']) {
      const page = await context.newPage()
      await page.goto(`http://${host}:${port}/`)
      pages.push(page)
    }
    await use(pages)
    server.close()
    server.closeAllConnections()
  },
})

/** In the page of a stranger. */
function tryEverything({ origin, protocols }: { origin: string; protocols: string[] }) {
  const outcome = (element: HTMLElement & { src: string }, path: string) =>
    new Promise<string>((resolve) => {
      element.onload = () => resolve('loaded')
      element.onerror = () => resolve('refused')
      element.src = `${origin}${path}`
      document.body.append(element)
    })
  const ask = (init: RequestInit) =>
    fetch(`${origin}/auth`, { method: 'POST', body: '{"token":"x"}', ...init }).then(
      () => 'answered',
      () => 'refused',
    )
  const open = (names: string[]) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${origin.replace('http:', 'ws:')}/ws`, names)
      socket.onopen = () => resolve('open')
      socket.onerror = () => resolve('refused')
    })
  return Promise.all([
    open(protocols),
    open([]),
    ask({}),
    ask({ mode: 'no-cors' }),
    ask({ headers: { 'content-type': 'application/json' } }),
    fetch(`${origin}/`).then(
      () => 'answered',
      () => 'refused',
    ),
    outcome(document.createElement('script'), '/theme.js'),
    outcome(document.createElement('img'), '/favicon.svg'),
  ])
}

test('no page of elsewhere opens a socket, asks, reads a file or frames the window', async ({
  workbench: { page },
  strangers,
}) => {
  await expect(page.getByRole('button', { name: 'Open a folder…' })).toBeVisible()
  const { origin } = new URL(page.url())
  // Had it the token of the window, it would still not be let in.
  const token = await page.evaluate(() => sessionStorage.getItem('orrery.token'))
  const protocols = [PROTOCOL, `bearer.${token}`]
  for (const stranger of strangers) {
    const outcomes = await stranger.evaluate(tryEverything, { origin, protocols })
    expect(new Set(outcomes)).toEqual(new Set(['refused']))
    await stranger.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
    }, `${origin}/`)
    await expect.poll(() => stranger.frames()[1]?.url()).toMatch(/^chrome-error:/)
  }
  // The same that was refused works from the window itself.
  expect(
    await page.evaluate(async (names) => {
      const socket = new WebSocket(`${location.origin.replace('http:', 'ws:')}/ws`, names)
      return new Promise((resolve) => {
        socket.onopen = () => resolve('open')
        socket.onerror = () => resolve('refused')
      })
    }, protocols),
  ).toBe('open')
})

test('a page that opens the window has no hold on it', async ({ workbench, strangers }) => {
  const { origin } = new URL(workbench.page.url())
  for (const stranger of strangers) {
    const opened = stranger.waitForEvent('popup')
    await stranger.evaluate((url) => Object.assign(globalThis, { opened: open(url) }), `${origin}/`)
    await expect((await opened).getByRole('alert')).toBeVisible()
    const isHeld = await stranger.evaluate(
      'Boolean(globalThis.opened && !globalThis.opened.closed)',
    )
    expect(isHeld).toBe(false)
    expect(await (await opened).evaluate('globalThis.opener === null')).toBe(true)
  }
})
