import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../test-results/screens')
const isWanted = process.env.ORRERY_E2E_SCREENS === '1'

/**
 * Keeps a picture of the screen, for whoever wants to look at all of them (`ORRERY_E2E_SCREENS=1`): three
 * hundred take as long as the tests of a whole panel.
 */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (!isWanted) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
