import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../test-results/screens')

/** Keeps a picture of the screen as an artefact of the run. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
