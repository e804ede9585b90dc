import { expect } from '@playwright/test'
import { keepScreen } from './screens.ts'
import { panel, playhead, prompt, seqOf, stepUntil } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark' })

test('the sample run replays at one click, to any instant', async ({ workbench: { page } }) => {
  await page.getByRole('button', { name: 'Replay it' }).click()
  const transcript = panel(page, 'Transcript')
  // It plays by itself, and everything follows.
  await expect(page.getByText('Replaying')).toBeVisible()
  await expect.poll(() => seqOf(page)).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Pause' }).click()

  // The moment at which it asked: the card is there, and nothing that came later.
  await playhead(page).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => seqOf(page)).toBe(1)
  await expect(transcript.getByText('wants to change a file')).toHaveCount(0)
  await stepUntil(page, ']', transcript.getByText('wants to change a file'))
  await expect(prompt(page)).toHaveCount(0)
  await panel(page, 'Files')
    .getByRole('treeitem', { name: /pages\.js/ })
    .click()
  await expect(panel(page, 'Editor').getByText('Math.floor')).toBeVisible()
  await keepScreen(page, 'sample-asks')

  await page.keyboard.press('Escape')
  await playhead(page).focus()
  await page.keyboard.press('End')
  await expect(panel(page, 'Editor').getByText('Math.ceil')).toBeVisible()
  await expect(panel(page, 'Terminals').getByText('ended with 0')).toBeVisible()
  await keepScreen(page, 'sample-ended')
})
