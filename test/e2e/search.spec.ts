import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { keepScreen } from './screens.ts'
import { openFolder, panel, playhead, prompt, seqOf } from './window.ts'
import { test } from './workbench.ts'

async function searchFor(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox', { name: 'Commands' }).fill(words)
  await page.getByRole('option', { name: `Search everything for “${words}”` }).click()
}

test('what was said in any session is found, and the window goes to that instant', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(playhead(page)).toBeVisible()
  await page.getByTitle('All projects').click()
  const search = panel(page, 'Search')
  const field = search.getByRole('combobox')
  // Where no session is open, the newest shows what is found.
  await searchFor(page, 'wrong')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('wrong')
  await page.getByTitle('All projects').click()
  await openFolder(page, 'Open a folder…', project)
  await searchFor(page, 'Math.ceil')
  await expect(field).toBeFocused()
  const options = search.getByRole('option')
  await expect(options.first().locator('mark')).toHaveText('Math.ceil')
  await examine(page, 'search')
  // Another session is opened at that instant, and what was looked for stays.
  await field.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page.getByText('Replaying')).toBeVisible()
  await expect(panel(page, 'Inspector')).toContainText('Math.ceil')
  await expect(prompt(page)).toHaveCount(0)
  await expect(field).toHaveValue('Math.ceil')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await keepScreen(page, 'search-landed')
  const there = await seqOf(page)
  // In this one, only the playhead moves.
  await options.last().click()
  await expect.poll(() => seqOf(page)).toBeLessThan(there)
  const transcript = panel(page, 'Transcript')
  await expect(transcript).toContainText('Math.ceil')
  // It is told from the rows around it, for a moment.
  await expect(transcript.locator('[aria-current=location]')).toBeInViewport()
  await expect(transcript.locator('[aria-current=location]')).toHaveCount(0)
  await field.fill('')
  await field.focus()
  await page.keyboard.type('nosuchword')
  await expect(field).toHaveValue('nosuchword')
  await expect(search.getByText('Nothing was found.')).toBeVisible()
})

test('keys that come right behind a change of page are for the new one', async ({ workbench }) => {
  const { page } = workbench
  await expect(page.getByRole('button', { name: 'Replay it' })).toBeVisible()
  const openInbox = page.getByRole('button', { name: 'Inbox' })
  await openInbox.evaluate(async (button: HTMLElement) => {
    const held = navigator.platform.startsWith('Mac') ? { metaKey: true } : { ctrlKey: true }
    const keys = new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', bubbles: true, ...held })
    button.click()
    // What the click changed is drawn; no task of the page has begun.
    await Promise.resolve()
    document.body.dispatchEvent(keys)
  })
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeAttached()
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeVisible()
})

test('sessions are found by name, of all projects or one outcome, and named anew by keyboard', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(playhead(page)).toBeVisible()
  await page.getByTitle('All projects').click()
  await openFolder(page, 'Open a folder…', project)
  await page.getByRole('button', { name: 'Sessions' }).click()
  const sessions = panel(page, 'Sessions')
  const rows = sessions.getByRole('row')
  await expect(rows).toHaveCount(1)
  await sessions.getByRole('button', { name: 'Filter and sort the sessions' }).click()
  await page.getByRole('menuitemradio', { name: 'All projects' }).click()
  await expect(rows).toHaveCount(2)
  await expect(sessions.getByText('2 · all projects')).toBeVisible()
  await examine(page, 'sessions-all')
  const field = sessions.getByRole('searchbox')
  await field.focus()
  await page.keyboard.type('repair bug')
  await expect(field).toHaveValue('repair bug')
  await expect(rows).toHaveCount(1)
  await field.press('ArrowDown')
  await expect(rows.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Title' }).fill('Repair one bug')
  await page.keyboard.press('Enter')
  await expect(rows).toContainText('Repair one bug')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toContainText('Repair one bug')
})
