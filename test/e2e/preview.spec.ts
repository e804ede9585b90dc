import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { anthropicEnv } from './anthropic-env.ts'
import { openFolder, panel, prompt, untilIdle } from './window.ts'
import { test as base } from './workbench.ts'

interface Shop extends AsyncDisposable {
  readonly url: string
  /** Nothing answers from here on. */
  readonly end: () => void
}

const PAGE = `<!doctype html><html lang="en"><title>Lamp shop</title><h1>Lamps</h1>
<button onclick="this.textContent = 'Ordered'">Order</button>`

async function openShop(): Promise<Shop> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(PAGE)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    end,
    [Symbol.asyncDispose]: async () => end(),
  }
}

const test = base.extend<{ shop: Shop; provider: ModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  shop: async ({}, use) => {
    await using shop = await openShop()
    await use(shop)
  },
  provider: async ({ shop }, use) => {
    await using server = await startModelServer(({ messages }) =>
      messages.length > 1
        ? { text: 'There it is.' }
        : { calls: [{ name: 'open_web_preview', args: { url: shop.url } }] },
    )
    await use(server)
  },
  hostEnv: async ({ provider }, use) => use(anthropicEnv(provider.origin)),
})

async function ask(page: Page, project: string): Promise<void> {
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('Show me the shop')
  await page.keyboard.press('Enter')
  await expect(prompt(page)).toHaveValue('')
}

test('a page that an agent shows is there to be used, and in the past how it looked', async ({
  workbench: { page, project },
  shop,
}) => {
  await ask(page, project)
  const preview = panel(page, 'Preview')
  await expect(preview.getByRole('heading', { name: 'Lamp shop' })).toBeVisible()
  await untilIdle(page)
  const shown = preview.frameLocator('iframe')
  await shown.getByRole('button', { name: 'Order' }).click()
  await expect(shown.getByRole('button', { name: 'Ordered' })).toBeVisible()
  await preview.getByRole('button', { name: 'Reload the preview' }).click()
  await expect(shown.getByRole('button', { name: 'Order', exact: true })).toBeVisible()
  await expect(preview.getByRole('link', { name: 'Open in your own browser' })).toHaveAttribute(
    'href',
    shop.url,
  )
  await examine(page, 'preview')

  shop.end()
  await preview.getByRole('button', { name: 'Reload the preview' }).click()
  await expect(preview.getByRole('alert')).toContainText('Nothing answers there now')
  await expect(preview.getByRole('img', { name: 'How Lamp shop looked' })).toBeVisible()
  await examine(page, 'preview-gone')

  const timeline = panel(page, 'Timeline')
  await timeline.getByRole('button', { name: 'Previous event' }).click()
  await expect(preview.getByRole('img', { name: 'How Lamp shop looked' })).toBeVisible()
  await expect(preview.locator('iframe')).toHaveCount(0)
  await examine(page, 'preview-past')
})

test('what tools of agents stand on is set in the settings, and keys are not shown again', async ({
  workbench: { page },
}) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Tools', exact: true }).click()
  const tools = dialog.getByRole('tabpanel', { name: 'Tools', exact: true })
  const key = tools.getByLabel('Key of Tavily, which searches the web')
  await key.fill('tvly-somebody')
  await tools.getByRole('button', { name: 'Keep' }).click()
  await expect(tools.getByText('Its key: Orrery’s own store.')).toBeVisible()
  await expect(key).toHaveValue('')
  await tools.getByLabel('Where the web is searched').fill('nowhere')
  await page.keyboard.press('Enter')
  await expect(tools.getByText('Give an http address')).toBeVisible()
  await tools.getByLabel('Browser for agents').fill('/opt/chromium')
  await page.keyboard.press('Enter')
  await examine(page, 'settings-tools')
  await tools.getByRole('button', { name: 'Remove' }).click()
  await expect(tools.getByText('None yet: agents can’t search the web.')).toBeVisible()
})
