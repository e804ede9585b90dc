import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../../docs/pictures')

/** Everything is there; nothing points at anything, and nothing moves. News that comes meanwhile is left out. */
export async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(
    page.locator(
      '[role=status]:is([aria-label^=Loading], [aria-label^=Looking], [aria-label^=Opening])',
    ),
  ).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({
    path: join(folder, `${name}.png`),
    animations: 'disabled',
    caret: 'hide',
    style: '[aria-label="What was just done"] { visibility: hidden }',
  })
}

/** In the dark and in the light. */
export async function takeBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await take(page, `${name}-${colorScheme}`)
  }
}

/** By the command field, as a person does. */
export async function give(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill(command)
  await page.getByRole('option', { name: command }).first().click()
}
