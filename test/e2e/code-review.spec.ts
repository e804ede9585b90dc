import { expect, type Page } from '@playwright/test'
import { fillReviewed, REVIEWED_TITLE } from '../support/reviewed-session.ts'
import { examine } from './access.ts'
import { keepScreen } from './screens.ts'
import { panel, playhead, stepUntil } from './window.ts'
import { test } from './workbench.ts'

test.describe.configure({ timeout: 120_000 })
test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

function findings(page: Page) {
  return panel(page, 'Findings')
}

/** In a small window, and how it looks in a large one. */
async function examineAll(page: Page, screen: string): Promise<void> {
  await examine(page, screen)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await keepScreen(page, `${screen}-large`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test.describe('a review that was recorded', () => {
  test.use({ seed: { fill: fillReviewed } })

  test('is read at the end and at every moment of it', async ({ workbench: { page } }) => {
    await page.getByRole('button', { name: /^reading-list/ }).click()
    await expect(page.getByText(REVIEWED_TITLE).first()).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Shift+x')
    const shown = findings(page)
    await expect(shown.getByRole('heading', { name: 'Request changes' })).toBeVisible()
    await expect(shown.getByRole('note')).toContainText('asked twice')
    const list = shown.getByRole('list', { name: 'Findings' })
    await expect(list.getByRole('listitem')).toHaveCount(4)
    await expect(list.getByRole('listitem').first()).toContainText('path traversal')
    await examineAll(page, 'findings')

    // By keys: to the second, and to its lines.
    await list.getByRole('listitem').first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('o')
    const zone = panel(page, 'Editor').getByRole('region', { name: 'Finding' })
    await expect(zone).toBeFocused()
    await expect(zone).toContainText('The page of what is left over is lost')
    await examineAll(page, 'findings-in-editor')
    await page.keyboard.press('Escape')
    await expect(zone).toHaveCount(0)
    await panel(page, 'Editor')
      .locator('.codicon, [class*="glyph"]')
      .filter({ visible: true })
      .and(page.locator('[class*="high"]'))
      .click()
    await expect(zone).toBeVisible()
    await zone.getByRole('button', { name: 'Dismiss' }).click()
    await expect(zone).toHaveCount(0)
    await expect(list.getByRole('listitem').nth(1)).toContainText('dismissed')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list.getByRole('listitem').nth(1)).not.toContainText('dismissed')

    await shown.getByRole('button', { name: 'high 1' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await shown.getByRole('button', { name: 'All 4' }).click()

    await playhead(page).focus()
    await page.keyboard.press('Home')
    await expect(shown.getByText('Nothing had been reviewed')).toBeVisible()
    await stepUntil(page, 'ArrowRight', shown.getByText('Found so far'))
    await expect(shown.getByRole('heading', { name: 'Reviewing 3 files' })).toBeVisible()
    await examineAll(page, 'findings-under-way')
  })
})
