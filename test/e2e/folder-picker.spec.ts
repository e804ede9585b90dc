import { expect } from '@playwright/test'
import { examine } from './access.ts'
import { test } from './workbench.ts'

test.use({ reducedMotion: 'reduce' })

test('everybody can use the dialog that stands in for the system’s own', async ({
  workbench: { page },
}) => {
  await page.getByRole('button', { name: 'Open a folder…' }).click()
  const picker = page.getByRole('dialog', { name: 'Open a folder' })
  await expect(picker.getByRole('list')).toBeVisible()
  await examine(page, 'folder-picker')
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
})
