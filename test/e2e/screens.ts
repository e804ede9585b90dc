import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../test-results/screens')
const isWanted = process.env.ORRERY_E2E_SCREENS === '1'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/**
 * Keeps pictures of the screen in three sizes, for whoever wants to look at all of them
 * (`ORRERY_E2E_SCREENS=1`): several hundred take as long as the tests of a whole panel.
 */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (!isWanted) return
  mkdirSync(folder, { recursive: true })
  const own = page.viewportSize()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.screenshot({ path: join(folder, `${name}-${size.width}.png`) })
  }
  if (own) await page.setViewportSize(own)
}
