import { expect } from '@playwright/test'
import { examine } from './access.ts'
import {
  approve,
  oneWaiting,
  openFolder,
  panel,
  playhead,
  startDemo,
  untilIdle,
  untilSubagents,
} from './window.ts'
import { test } from './workbench.ts'

test.use({ isDemoWatched: true, reducedMotion: 'reduce' })

test('everybody can use the way to a session', async ({ workbench }) => {
  const { page, project } = workbench
  await expect(page.getByRole('button', { name: 'Open a folder…' })).toBeVisible()
  await examine(page, 'welcome-empty')
  await openFolder(page, 'Open a folder…', project)
  // With a tip: one is there whenever the pointer happens to rest.
  await page.getByRole('button', { name: 'Settings', exact: true }).hover()
  await expect(page.getByText(/^Settings/)).toBeVisible()
  await examine(page, 'session-empty')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await examine(page, 'settings')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search, or run a command' }).click()
  await expect(page.getByRole('option', { name: 'Go to the files' })).toBeVisible()
  await examine(page, 'palette')
  await page.keyboard.press('Escape')
  await page.getByTitle('All projects').click()
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await examine(page, 'welcome')
})

test('everybody can use a session, from its first step to its past', async ({ workbench }) => {
  const { page } = workbench
  await startDemo(workbench)
  await untilSubagents(page)
  await examine(page, 'session-running')
  await expect(oneWaiting(page)).toBeVisible()
  await examine(page, 'session-waiting')
  await approve(page)
  await approve(page)
  await untilIdle(page)
  await expect(panel(page, 'Terminals').getByText('ended with 0')).toBeVisible()
  await examine(page, 'session-ended')
  await page.getByRole('button', { name: 'Cost', exact: true }).click()
  await expect(panel(page, 'Cost').getByText('By model')).toBeVisible()
  await examine(page, 'cost')
  await page.getByRole('button', { name: 'Cost', exact: true }).click()
  await page.getByRole('button', { name: 'Sessions' }).click()
  await expect(panel(page, 'Sessions')).toBeVisible()
  await examine(page, 'sessions')
  await playhead(page).focus()
  await page.keyboard.press('[')
  await expect(page.getByText('Replaying')).toBeVisible()
  await examine(page, 'session-past')
})
