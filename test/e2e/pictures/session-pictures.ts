import { expect, type Page } from '@playwright/test'
import { startModelServer } from '../../support/model-server.ts'
import { approve, openFolder, panel, prompt, untilIdle } from '../window.ts'
import { test } from '../workbench.ts'
import { layOut } from './lay-out.ts'
import { STORY_PROMPT, tellStory } from './story.ts'
import { give, take, takeBoth } from './take.ts'

/** Approves what is asked until a command is. */
async function approveUntil(page: Page, command: string): Promise<void> {
  const cards = panel(page, 'Transcript').getByRole('region', { name: /wants to/ })
  const wanted = cards.filter({ hasText: command })
  const other = cards.filter({ hasNotText: command }).getByRole('button', { name: 'Approve' })
  await expect(async () => {
    if (await other.isVisible()) await other.click()
    expect(await wanted.isVisible()).toBe(true)
  }).toPass({ timeout: 120_000 })
}

/** Puts the playhead at a share of the run. */
async function seek(page: Page, share: number): Promise<void> {
  const canvas = await panel(page, 'Timeline').locator('canvas').boundingBox()
  if (!canvas) throw new Error('The timeline has no picture.')
  await page.mouse.click(canvas.x + 200 + (canvas.width - 222) * share, canvas.y + 20)
}

test.use({
  colorScheme: 'dark',
  hostEnv: { ANTHROPIC_API_KEY: 'sk-ant-scripted' },
})

test('a session, from its first prompt to its past', async ({ workbench }) => {
  const { page, orrery } = workbench
  await using server = await startModelServer(tellStory())
  await orrery('settings', 'baseUrls.anthropic', server.origin)
  await orrery('settings', 'model', 'anthropic:claude-sonnet-5')
  await openFolder(page, 'Open a folder…', layOut(workbench.project))
  await prompt(page).fill(STORY_PROMPT)
  await prompt(page).press('Enter')
  await approveUntil(page, 'npm test')
  await give(page, 'Compare the file with the session’s start')
  // Words of a language have colours of their own once it is there.
  await expect(
    panel(page, 'Editor')
      .locator('.editor.modified .view-line span[class^=mtk]:not(.mtk1)')
      .first(),
  ).toBeVisible()
  await takeBoth(page, 'session')

  await approve(page)
  await untilIdle(page)
  await page
    .getByRole('button', { name: /^Changes/ })
    .first()
    .click()
  await expect(panel(page, 'Changes').getByRole('button', { name: 'Accept' }).first()).toBeVisible()
  await takeBoth(page, 'changes')
  await give(page, 'Go to the editor')

  await seek(page, 0.62)
  await expect(page.getByText('Replaying')).toBeVisible()
  await takeBoth(page, 'past')

  await page.getByRole('button', { name: 'Fork from here…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await take(page, 'fork')
  await page.keyboard.press('Escape')

  await give(page, 'Timeline as a tree, or as lanes')
  await panel(page, 'Timeline')
    .getByRole('row', { name: /^Edit src/ })
    .click()
  await expect(panel(page, 'Inspector')).toBeVisible()
  await take(page, 'inspector')
  await give(page, 'Timeline as a tree, or as lanes')

  await give(page, 'Search all that was said and done')
  const search = panel(page, 'Search')
  await search.getByRole('combobox').fill('leeway')
  await expect(search.getByRole('option').first()).toBeVisible({ timeout: 30_000 })
  await take(page, 'search')
})
