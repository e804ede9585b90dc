import { expect, type Locator, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { openFolder, panel, playhead, prompt } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark', reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

/** The bar at a panel's head, which it is moved by. */
function bar(page: Page, name: string): Locator {
  return panel(page, name).locator('header').first()
}

async function give(page: Page, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill(command)
  await page.keyboard.press('Enter')
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await panel(page, name).getByRole('button', { name: 'Panel menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The buttons of a panel that do not stand in it whole. */
function cutOff(region: Locator): Promise<readonly string[]> {
  return region.evaluate((section) => {
    const { left, right } = section.getBoundingClientRect()
    const buttons = [...section.querySelectorAll('button')].filter((one) => one.checkVisibility())
    const isOut = (one: Element) => {
      const box = one.getBoundingClientRect()
      return box.left < left || box.right > right
    }
    return buttons.filter(isOut).map((one) => one.ariaLabel ?? one.textContent)
  })
}

async function boxOf(page: Page, name: string) {
  const box = await panel(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not on screen.`)
  return box
}

test('panels are moved, maximised, closed and found again, and stay where they were put', async ({
  workbench: { page, project },
}) => {
  await openFolder(page, 'Open a folder…', project)
  await expect(prompt(page)).toBeFocused()

  // The plan goes to the right of the editor.
  const editor = await boxOf(page, 'Editor')
  await bar(page, 'Plan').dragTo(panel(page, 'Editor'), {
    sourcePosition: { x: 60, y: 10 },
    targetPosition: { x: editor.width - 12, y: editor.height / 2 },
  })
  await expect.poll(async () => (await boxOf(page, 'Plan')).x).toBeGreaterThan(editor.x)

  await bar(page, 'Files').dblclick({ position: { x: 190, y: 6 } })
  await expect(panel(page, 'Editor')).toBeHidden()
  await bar(page, 'Files').dblclick({ position: { x: 400, y: 6 } })
  await expect(panel(page, 'Editor')).toBeVisible()

  await choose(page, 'Terminals', 'Close')
  await expect(panel(page, 'Terminals')).toBeHidden()
  const terminals = page.getByRole('button', { name: 'Terminals' })
  await expect(terminals).toHaveAttribute('aria-pressed', 'false')
  await terminals.click()
  await expect(panel(page, 'Terminals')).toBeVisible()

  // What shares a place is in tabs.
  await choose(page, 'Terminals', 'Move to the tabs of Editor')
  await expect(page.getByRole('tab', { name: 'Editor' })).toBeVisible()
  await expect(panel(page, 'Editor')).toBeHidden()
  await page.reload()
  await expect(panel(page, 'Terminals')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Editor' })).toBeVisible()
  await expect.poll(async () => (await boxOf(page, 'Plan')).x).toBeGreaterThan(editor.x)
  await examine(page, 'dock-tabs')
})

test('everything about the panels can be done by keyboard', async ({
  workbench: { page, project },
}) => {
  await openFolder(page, 'Open a folder…', project)
  await expect(prompt(page)).toBeFocused()
  await page.keyboard.press('F6')
  await expect(panel(page, 'Editor').locator('*:focus').or(panel(page, 'Editor'))).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expect(panel(page, 'Files')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expect(panel(page, 'Files')).toBeVisible()
  await give(page, 'Move the panel to the left side')
  await expect.poll(async () => (await boxOf(page, 'Editor')).x).toBeLessThan(100)
  await give(page, 'Reset the layout')
  await expect.poll(async () => (await boxOf(page, 'Editor')).x).toBeGreaterThan(500)
})

test('two sessions stand side by side, each at a moment of its own', async ({
  workbench: { page, project },
}) => {
  await openFolder(page, 'Open a folder…', project)
  await page.getByTitle('All projects').click()
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await give(page, 'Open a session beside this')
  await page.getByRole('option', { name: /reading-list/ }).click()
  await expect(page).toHaveURL(/session\/ses_\w+\+ses_\w+$/)
  const second = panel(page, 'Timeline, column 2')
  await expect(second).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'What to do' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Back to live' })).toBeVisible()

  // The keys go to the one that was turned to; the other stands still.
  await page.keyboard.press('ControlOrMeta+F6')
  await expect(playhead(page).first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('[')
  // There is no room for all of the transport: some of it is in a menu.
  const more = panel(page, 'Timeline').getByRole('button', { name: 'More of the transport' })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Faster' }).press('Enter')
  await more.press('Enter')
  await expect(page.getByRole('menu').getByText('Speed 2×')).toBeVisible()
  await page.keyboard.press('Escape')
  const first = await playhead(page).first().getAttribute('aria-valuenow')
  const other = await second.getByRole('slider').getAttribute('aria-valuenow')
  expect(Number(first)).toBeGreaterThan(Number(other))
  await expect.poll(() => cutOff(panel(page, 'Timeline'))).toEqual([])
  await expect.poll(() => cutOff(second)).toEqual([])
  await examine(page, 'dock-columns-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await examine(page, 'dock-columns-light')

  await page.reload()
  await expect(panel(page, 'Timeline, column 2')).toBeVisible()
  await page.getByRole('button', { name: 'Close the column of New session' }).click()
  await expect(panel(page, 'Timeline, column 2')).toHaveCount(0)
  await expect(page).toHaveURL(/session\/ses_\w+$/)
})
