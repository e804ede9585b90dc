import { expect } from '@playwright/test'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { anthropicEnv } from './anthropic-env.ts'
import { openFolder, panel, say } from './window.ts'
import { test as base } from './workbench.ts'

const SUMMARY_BEGINS = 'You are a conversation summarizer'

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

test('a conversation is compacted from the dialog of the next prompt', async ({
  workbench: { page, project },
  provider,
}) => {
  await openFolder(page, 'Open a folder…', project)
  await say(page, 'Remember the port 4711')
  const openDialog = () => page.getByRole('button', { name: 'Show the next prompt' }).click()
  const dialog = page.getByRole('dialog', { name: 'The next prompt' })
  const compact = dialog.getByRole('button', { name: 'Compact now' })
  await openDialog()
  await compact.click()
  await expect(dialog.getByText('There is nothing to compact')).toBeVisible()
  await examine(page, 'compact-too-short')
  await page.keyboard.press('Escape')

  await say(page, 'And the host')
  await openDialog()
  await compact.click()
  await expect(dialog.getByText('2 messages became a summary.')).toBeVisible()
  await examine(page, 'compact-done')
  await page.keyboard.press('Escape')
  const transcript = panel(page, 'Transcript')
  await expect(transcript.getByRole('button', { name: /^Summed up/ })).toBeVisible()
  await examine(page, 'compact-transcript')

  await say(page, 'Which port was it?')
  const body = JSON.stringify(provider.requests.at(-1)?.body)
  expect(body).toContain('They spoke.')
  expect(body).not.toContain('4711')
})
