import { expect, type Locator, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { keepScreen } from './screens.ts'
import { isOnDesktop } from './target.ts'
import { approve, oneWaiting, openFolder, prompt, seqOf, startDemo } from './window.ts'
import { test } from './workbench.ts'

test.use({ reducedMotion: 'reduce' })

async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: section, exact: true }).click()
  return page.getByRole('tabpanel', { name: section, exact: true })
}

test('keys are changed by pressing others, taken from another command, and reset', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  const shortcuts = await openSettings(page, 'Shortcuts')
  await shortcuts.getByRole('searchbox').fill('logs')
  await shortcuts.getByRole('button', { name: 'Keys: Show or hide the logs, Ctrl ⇧L' }).click()
  await page.keyboard.press('ControlOrMeta+j')
  await expect(shortcuts.getByRole('alert')).toContainText('“Show or hide the terminals”')
  await shortcuts.getByRole('button', { name: 'Take it from there' }).click()
  await expect(shortcuts.getByRole('button', { name: /logs, Ctrl J$/ })).toBeVisible()
  await shortcuts.getByRole('searchbox').fill('hide')
  await expect(shortcuts.getByRole('button', { name: /terminals, none$/ })).toBeVisible()
  await shortcuts.getByRole('button', { name: /terminals, none$/ }).click()
  await page.keyboard.press('ControlOrMeta+t')
  const kept = shortcuts.getByRole('status')
  await (isOnDesktop ? expect(kept).toHaveCount(0) : expect(kept).toContainText('Browsers keep'))
  await examine(page, 'settings-shortcuts')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+j')
  await expect(page.getByRole('region', { name: 'Logs', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logs', exact: true })).toHaveAttribute(
    'aria-keyshortcuts',
    'Control+J',
  )
  await openSettings(page, 'Shortcuts')
  await shortcuts.getByRole('button', { name: 'Reset all' }).click()
  await expect(shortcuts.getByRole('button', { name: /logs, Ctrl ⇧L$/ })).toBeVisible()
})

test('what is deleted can be taken back, by its button and by its keys', async ({ workbench }) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  const data = await openSettings(page, 'Data')
  const row = data.getByRole('row', { name: /New session/ })
  await row.getByRole('button', { name: 'Delete New session' }).click()
  await expect(row).toHaveCount(0)
  const toast = page.getByRole('dialog', { name: 'Deleted “New session”.' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(1)
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await page.getByRole('button', { name: 'Take reading-list off the list' }).click()
  await expect(page.getByRole('heading', { name: 'Recent' })).toHaveCount(0)
  // No time passes for what one points at.
  await page.getByText('Took “reading-list” off the list.').hover()
  await examine(page, 'undo')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
})

/** Stands in for the system's side of notifications, which no page can look at. */
function recordNotifications(): void {
  const told: string[] = []
  class Recorded extends EventTarget {
    static readonly permission = 'granted'
    constructor(title: string, { body }: NotificationOptions) {
      super()
      told.push(`${title}: ${body}`)
    }
    close(): void {}
  }
  Object.assign(window, { Notification: Recorded, told })
}

test.describe('while the agent is at work', () => {
  // It asks once somebody had the time to look elsewhere.
  test.use({ isDemoWatched: true })

  test('who looks elsewhere is told that a session waits, and comes to what waits', async ({
    workbench,
  }) => {
    const { page, openAnotherWindow } = workbench
    await startDemo(workbench)
    const address = new URL(page.url()).hash
    await page.getByTitle('All projects').click()
    const toast = page.getByRole('dialog', { name: /A call waits for you in reading-list/ })
    await expect(toast).toBeVisible()
    await expect(page).toHaveTitle('(1) Orrery')
    await toast.getByRole('button', { name: 'Show it' }).click()
    const card = page.getByRole('region', { name: 'lead wants to change a file' })
    await expect(card).toBeVisible()
    await expect(page.locator('[data-focus="approval"]').first()).toBeFocused()

    await page.getByTitle('All projects').click()
    await page.addInitScript(recordNotifications)
    await page.reload()
    await expect(page).toHaveTitle('(1) Orrery')
    const other = await openAnotherWindow()
    await other.goto(new URL(address, other.url()).href)
    await approve(other)
    const told = () => Object.entries(window).find(([name]) => name === 'told')?.[1]
    await expect
      .poll(() => page.evaluate(told))
      .toEqual([expect.stringContaining('A call waits for you in reading-list.')])
    await expect(toast).toHaveCount(0)
  })
})

test('nothing moves where that is asked for, and the window holds at 150 and 200 %', async ({
  workbench,
}) => {
  const { page } = workbench
  await startDemo(workbench)
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        // What follows a scrollbar moves as it does, and not by itself.
        .filter(({ timeline }) => timeline instanceof DocumentTimeline)
        .filter(({ playState }) => playState === 'running')
        .map((animation) =>
          animation instanceof CSSAnimation ? animation.animationName : 'other',
        ),
    )
  await expect.poll(moving).toEqual([])
  await expect(oneWaiting(page)).toBeVisible()
  expect(await moving()).toEqual([])

  for (const [zoom, width, height] of [
    ['150', 853, 533],
    ['200', 640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(prompt(page)).toBeInViewport()
    await keepScreen(page, `zoom-${zoom}`)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeInViewport()
    await keepScreen(page, `zoom-${zoom}-settings`)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  // What a command is to be about is asked in the palette; what was used last comes first.
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('Go to event')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Events' }).fill('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Replaying')).toBeVisible()
  expect(await seqOf(page)).toBe(3)
  await page.keyboard.press('ControlOrMeta+k')
  const recent = page.getByRole('group', { name: 'Recently used' })
  await expect(recent.getByRole('option')).toHaveText(['Go to event…'])
})
