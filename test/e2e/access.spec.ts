import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import {
  approve,
  openFolder,
  panel,
  playhead,
  startDemo,
  untilIdle,
  untilSubagents,
} from './window.ts'
import { test } from './workbench.ts'

test.describe.configure({ timeout: 150_000 })
test.use({ isDemoWatched: true })

for (const theme of ['dark', 'light'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme, reducedMotion: 'reduce' })

    const expectAccess = (page: Page, screen: string) => examine(page, `${screen}-${theme}`)

    test('everybody can use the way to a session', async ({ workbench }) => {
      const { page, project } = workbench
      await expect(page.getByRole('button', { name: 'Open a folder…' })).toBeVisible()
      await expectAccess(page, 'welcome-empty')
      await page.getByRole('button', { name: 'Open a folder…' }).click()
      const picker = page.getByRole('dialog', { name: 'Open a folder' })
      await expect(picker.getByRole('list')).toBeVisible()
      await expectAccess(page, 'folder-picker')
      await page.keyboard.press('Escape')
      await openFolder(page, 'Open a folder…', project)
      await expectAccess(page, 'session-empty')
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
      await expectAccess(page, 'settings')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Search, or run a command' }).click()
      await expect(page.getByRole('option', { name: 'Go to the files' })).toBeVisible()
      await expectAccess(page, 'palette')
      await page.keyboard.press('Escape')
      await page.getByTitle('All projects').click()
      await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
      await expectAccess(page, 'welcome')
    })

    test('everybody can use a session, from its first step to its past', async ({ workbench }) => {
      const { page } = workbench
      await startDemo(workbench)
      await untilSubagents(page)
      await expectAccess(page, 'session-running')
      await expect(page.getByText('1 waiting')).toBeVisible({ timeout: 40_000 })
      await expectAccess(page, 'session-waiting')
      await approve(page)
      await approve(page)
      await untilIdle(page)
      await expect(panel(page, 'Terminals').getByText('ended with 0')).toBeVisible()
      await expectAccess(page, 'session-ended')
      await page.getByRole('button', { name: 'Cost' }).click()
      await expect(panel(page, 'Cost').getByText('By model')).toBeVisible()
      await expectAccess(page, 'cost')
      await page.getByRole('button', { name: 'Cost' }).click()
      await page.getByRole('button', { name: 'Sessions' }).click()
      await expect(panel(page, 'Sessions')).toBeVisible()
      await expectAccess(page, 'sessions')
      await playhead(page).focus()
      await page.keyboard.press('[')
      await expect(page.getByText('Replaying')).toBeVisible()
      await expectAccess(page, 'session-past')
    })
  })
}
