import { expect, type Locator, type Page } from '@playwright/test'
import type { ModelServer } from '../support/model-server.ts'
import { answerWithFolder, findApp } from './desktop-app.ts'
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

/** That one call of the session waits for a person; how long it has waited is told elsewhere, in words alike. */
export function oneWaiting(page: Page): Locator {
  return page.getByRole('button', { name: '1 waiting', exact: true })
}

/** Moves the playhead to a seq, by the address. */
export async function goTo(page: Page, seq: number): Promise<void> {
  const go = (at: number) =>
    location.assign(location.hash.replace(/(\/replay|\/at\/\d+)?$/, `/at/${at}`))
  await page.evaluate(go, seq)
  await expect(playhead(page)).toHaveAttribute('aria-valuenow', `${seq}`)
}

/** Moves the playhead by a key until something is drawn there. */
export async function stepUntil(page: Page, key: string, there: Locator): Promise<void> {
  while (!(await there.first().isVisible())) {
    const before = await seqOf(page)
    await page.keyboard.press(key)
    // Where it goes no further, it was nowhere.
    await expect.poll(() => seqOf(page)).not.toBe(before)
    await page.evaluate(untilDrawn)
  }
}

/** Runs in the page: what was begun is on screen with the next frame. */
export function untilDrawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** Until what was sent is taken, and a model is asked: the first run of a host loads what agents are made of. */
export async function untilAsked(page: Page, { requests }: ModelServer): Promise<void> {
  await expect(prompt(page)).toHaveValue('')
  await expect.poll(() => requests.length).toBeGreaterThan(0)
}

/** Says something to the lead, and waits for the end of the run that it begins. */
export async function say(page: Page, text: string): Promise<void> {
  await prompt(page).fill(text)
  await prompt(page).press('Enter')
  await expect(prompt(page)).toHaveValue('')
  // Until its run is seen to have begun, the window is idle since the one before.
  const said = panel(page, 'Transcript').getByText(text.slice(0, 40).trim())
  await expect(said.last()).toBeAttached()
  await untilIdle(page)
}

export async function openFolder(page: Page, button: string, path: string): Promise<void> {
  // The desktop app asks by the system's own dialog, which nobody sees.
  const app = findApp(page)
  if (app) await answerWithFolder(app, path)
  await page.getByRole('button', { name: button }).click()
  if (!app) await pickFolder(page, path)
  await expect(prompt(page)).toBeVisible()
}

async function pickFolder(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Open a folder' })
  await dialog.getByRole('textbox', { name: 'Path' }).fill(path)
  await dialog.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(dialog.getByRole('list', { name: `Folders in ${path}` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
}

/** What the editor compares files with, from then on. */
export async function compareWith(page: Page, choice: string | RegExp): Promise<void> {
  await panel(page, 'Editor')
    .getByRole('button', { name: /^Compare with/ })
    .click()
  await page.getByRole('menuitemradio', { name: choice }).click()
}

/** Opens the project and has the demo agent work on it. */
export async function startDemo({ page, project }: Workbench): Promise<void> {
  await openFolder(page, 'Run the demo agent on one', project)
  await expect(page.getByText('running', { exact: true })).toBeVisible()
}

/** Waits for the demo agent's two subagents. */
export async function untilSubagents(page: Page): Promise<void> {
  const subagents = panel(page, 'Transcript').getByRole('list', { name: 'Subagents' })
  await expect(subagents.getByRole('listitem')).toHaveCount(2)
}

/** Approves the next call that asks, and waits until it asks no more. */
export async function approve(page: Page): Promise<void> {
  const card = page.getByRole('group', { name: 'Decide' }).first()
  await expect(card).toBeVisible()
  const asked = await card.elementHandle()
  await card.getByRole('button', { name: 'Approve' }).click()
  await asked?.waitForElementState('hidden')
}

export async function untilIdle(page: Page): Promise<void> {
  await expect(page.getByText('idle', { exact: true })).toBeVisible()
}
