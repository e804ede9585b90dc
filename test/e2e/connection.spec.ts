import { expect, type Locator, type WebSocketRoute } from '@playwright/test'
import { keepScreen } from './screens.ts'
import { approve, oneWaiting, panel, seqOf, startDemo, untilIdle } from './window.ts'
import { test } from './workbench.ts'

test.describe.configure({ timeout: 120_000 })

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
  await expect(oneWaiting(page)).toBeVisible({ timeout: 40_000 })
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
