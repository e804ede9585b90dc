import { expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test'
import { createGround, serve, stopHost } from './ground.ts'
import { keepScreen } from './screens.ts'
import {
  approve,
  oneWaiting,
  openFolder,
  panel,
  prompt,
  seqOf,
  startDemo,
  untilIdle,
} from './window.ts'
import { test } from './workbench.ts'

test('a connection stays open, and one that is lost comes back with nothing lost', async ({
  workbench,
}) => {
  const { page } = workbench
  // A page whose first socket is still to come would open it through the route, before it is reloaded.
  await page.getByRole('button', { name: 'Open a folder…' }).waitFor()
  const sockets: WebSocketRoute[] = []
  let isDown = false
  let attempts = 0
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (isDown) {
      attempts += 1
      return void socket.close()
    }
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.reload()
  await startDemo(workbench)
  await expect(oneWaiting(page)).toBeVisible()
  expect(sockets).toHaveLength(1)

  isDown = true
  await sockets[0]?.close()
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  // It tries again for as long as it takes, also where the host serves its page meanwhile.
  await expect.poll(() => attempts).toBeGreaterThan(2)
  await expect(page.getByText('Orrery does not answer.')).toBeVisible()
  await keepScreen(page, 'unanswered')
  isDown = false
  await approve(page)
  await approve(page)
  await untilIdle(page)
  const transcript = panel(page, 'Transcript')
  // Only what is near to what is seen is there: both times its end.
  await expect(transcript.getByRole('button', { name: 'Newest' })).toHaveCount(0)
  const seq = await seqOf(page)
  const said = await lastRow(transcript)
  await page.reload()
  await untilIdle(page)
  expect(await seqOf(page)).toBe(seq)
  await expect.poll(() => lastRow(transcript)).toBe(said)
})

/** How many there are above it depends on how high the window thought them to be. */
async function lastRow(transcript: Locator): Promise<string> {
  return transcript.locator('[data-index]').last().innerText()
}

test('a restarted host is rejoined by pasting its new link into the open tab', async ({ page }) => {
  await using ground = await createGround()
  const first = new URL(await serve(ground))
  await page.goto(first.href)
  await openFolder(page, 'Open a folder…', ground.project)
  const { hash } = new URL(page.url())
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))

  await stopHost(ground)
  const second = await serve(ground, { args: ['--port', first.port] })
  await expect(page.getByText('Orrery was restarted. Open the new link')).toBeVisible()
  // A link that was used lets nobody in, and the next one does.
  await pasteLink(page, first.href)
  await expect(page.getByText('This link was used before or has expired.')).toBeVisible()
  await pasteLink(page, second)
  await expect(prompt(page)).toBeVisible()
  expect(new URL(page.url()).hash).toBe(hash)

  // A link that comes while the connection is open leaves the tab where it is.
  await pasteLink(page, second)
  await expect(prompt(page)).toBeVisible()
  expect(new URL(page.url()).hash).toBe(hash)
  await expect(page.locator('[data-same-page]')).toBeAttached()
  await page.reload()
  await expect(prompt(page)).toBeVisible()
})

test('a link that is pasted while the host is away lets the tab in once it is back', async ({
  page,
}) => {
  await using ground = await createGround()
  const first = new URL(await serve(ground))
  await page.goto(first.href)
  await openFolder(page, 'Open a folder…', ground.project)
  await page.route('**/auth', (route) => route.abort())
  await stopHost(ground)
  const second = await serve(ground, { args: ['--port', first.port] })
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible()
  await pasteLink(page, second)
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible()
  await page.unroute('**/auth')
  await expect(page.getByText('Reconnecting', { exact: true })).toBeHidden()
  await expect(prompt(page)).toBeVisible()
})

/** As an address that is pasted: of one that differs only behind its #, the page stays. */
async function pasteLink(page: Page, link: string): Promise<void> {
  await page.evaluate((href) => location.assign(href), link)
}
