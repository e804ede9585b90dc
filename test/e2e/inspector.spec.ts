import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { panel, playhead } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark', reducedMotion: 'reduce' })

/** By the timeline in words, as those do who cannot see it. */
async function inspect(page: Page, name: RegExp): Promise<void> {
  // What was chosen last has taken the playhead with it.
  await playhead(page).focus()
  await page.keyboard.press('End')
  const tree = page.getByRole('treegrid', { name: 'Agents and their work' })
  await tree.focus()
  await page.keyboard.press('Home')
  const active = tree.locator('tr[data-active]')
  for (let step = 0; step < 40; step += 1) {
    if (name.test((await active.textContent()) ?? '')) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(active).toHaveText(name)
  await page.keyboard.press('Enter')
}

test('everybody can look into the calls of the sample run, and find it again later', async ({
  workbench: { page },
}) => {
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await playhead(page).focus()
  await page.keyboard.press('End')
  const inspector = panel(page, 'Inspector')
  await inspect(page, /^scripted/)
  await expect(inspector.getByText('Tokens in')).toBeVisible()
  await examine(page, 'inspector-model')
  await inspect(page, /pages\.js/)
  await expect(inspector.getByText('pages.js').first()).toBeVisible()
  await examine(page, 'inspector-tool')
  await inspector.getByRole('button', { name: 'Close the inspector' }).click()
  await expect(inspector).toHaveCount(0)

  await page.getByTitle('All projects').click()
  await page.getByRole('button', { name: 'Open its end' }).click()
  await expect(page.getByText('At the end')).toBeVisible()
  await page.getByTitle('All projects').click()
  await page.getByRole('button', { name: 'Replay it again' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
})
