import { expect, type Locator, type Page } from '@playwright/test'
import type { Workbench } from './workbench.ts'

/** What a person does in a window, in their words. */
export function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

export function prompt(page: Page): Locator {
  return page.getByRole('textbox', { name: 'What to do' })
}

export function playhead(page: Page): Locator {
  return page.getByRole('slider', { name: 'Playhead' })
}

/** The seq that every panel shows. */
export async function seqOf(page: Page): Promise<number> {
  return Number(await playhead(page).getAttribute('aria-valuenow'))
}

export async function openFolder(page: Page, button: string, path: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  // The desktop app asks by the system's own dialog, which the workbench has answered.
  if (!(await isDesktop(page))) await pickFolder(page, path)
  await expect(prompt(page)).toBeVisible()
}

export function isDesktop(page: Page): Promise<boolean> {
  return page.evaluate(() => 'orrery' in window)
}

async function pickFolder(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Open a folder' })
  await dialog.getByRole('textbox', { name: 'Path' }).fill(path)
  await dialog.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(dialog.getByRole('list', { name: `Folders in ${path}` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
}

/** Opens the project and has the demo agent work on it. */
export async function startDemo({ page, project }: Workbench): Promise<void> {
  await openFolder(page, 'Run the demo agent on one', project)
  await expect(page.getByText('running', { exact: true })).toBeVisible()
}

/** Waits for the demo agent's two subagents. */
export async function untilSubagents(page: Page): Promise<void> {
  const subagents = panel(page, 'Transcript').getByRole('list', { name: 'Subagents' })
  await expect(subagents.getByRole('listitem')).toHaveCount(2, { timeout: 30_000 })
}

/** Approves the next call that asks. */
export async function approve(page: Page): Promise<void> {
  const card = page.getByRole('group', { name: 'Decide' }).first()
  await expect(card).toBeVisible({ timeout: 40_000 })
  await card.getByRole('button', { name: 'Approve' }).click()
}

export async function untilIdle(page: Page): Promise<void> {
  await expect(page.getByText('idle', { exact: true })).toBeVisible({ timeout: 40_000 })
}
