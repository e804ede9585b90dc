import { expect } from '@playwright/test'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { anthropicEnv } from './anthropic-env.ts'
import { openFolder, panel, say } from './window.ts'
import { test as base } from './workbench.ts'

const SUMMARY_BEGINS = 'You are a conversation summarizer'
/** A few of them are more than the model takes in. */
const LONG = 'a word or two '.repeat(300)

const test = base.extend<{ provider: ModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  provider: async ({}, use) => {
    await using server = await startModelServer(({ messages }) => ({
      text: messages.at(-1)?.text.startsWith(SUMMARY_BEGINS) ? 'They spoke.' : 'I hear.',
    }))
    await use(server)
  },
  hostEnv: async ({ provider }, use) => use(anthropicEnv(provider.origin)),
})

test.use({
  seed: {
    fill: async (dataDir: string) => {
      await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
      const models = { 'anthropic:claude-sonnet-5': { contextTokens: 6_000 } }
      await store.settings.change({ models })
    },
  },
})

test('what was summed up is listed, brought back with a click, and told from then on', async ({
  workbench: { page, project },
  provider,
}) => {
  await openFolder(page, 'Open a folder…', project)
  await say(page, 'Keep to the port 4711')
  const summary = panel(page, 'Transcript').getByRole('button', { name: /^Summed up/ })
  for (let round = 1; round < 9 && !(await summary.last().isVisible()); round += 1) {
    await say(page, `Round ${round} ${LONG}`)
  }
  await summary.last().click()
  const dropped = page.getByRole('list', { name: 'Messages that the model no longer sees' })
  const first = dropped.getByRole('listitem').filter({ hasText: 'Keep to the port 4711' })
  await expect(first).toContainText('told')
  await first.getByRole('button', { name: 'Bring back: Keep to the port 4711' }).click()
  await expect(first.getByRole('button', { name: 'Unpin: Keep to the port 4711' })).toBeVisible()
  await first.scrollIntoViewIfNeeded()
  await examine(page, 'pins-dropped')
  await say(page, 'Which port was it?')
  expect(JSON.stringify(provider.requests.at(-1)?.body).split('4711')).toHaveLength(2)

  await page.getByRole('button', { name: 'Show the next prompt' }).click()
  const parts = page.getByRole('list', { name: 'Parts of the next prompt' })
  await expect(parts.getByText('pinned', { exact: true })).toBeVisible()
  await parts.getByRole('button', { name: /messages so far/ }).click()
  const thread = page.getByRole('list', { name: 'Messages so far' })
  await thread.getByRole('button', { name: /^Pin: Which port/ }).click()
  await expect(parts.getByText('pinned', { exact: true })).toHaveCount(2)
  await thread.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await examine(page, 'pins-next-prompt')
  await parts.getByRole('button', { name: 'Unpin: Keep to the port 4711' }).first().click()
  await expect(parts.getByText('pinned', { exact: true })).toHaveCount(1)
})
