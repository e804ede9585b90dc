import { expect, type Page } from '@playwright/test'
import { type Reply, startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { keepScreen } from './screens.ts'
import { openFolder, panel, prompt, untilIdle } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

const TIME = /^Waits until .*\d\d:\d\d$/

async function start({ page, project, dataDir }: Workbench, url: string): Promise<void> {
  await chooseScriptedModel(dataDir, url)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('Look around')
  await prompt(page).press('Enter')
  await expect(card(page)).toBeVisible()
}

function card(page: Page) {
  return page.getByRole('region', { name: TIME })
}

/** In a small window, and how it looks in a large one. */
async function examineAll(page: Page, screen: string): Promise<void> {
  await examine(page, screen)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await keepScreen(page, `${screen}-large`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('a run that waits until a limit ends says so everywhere, and is resumed or stopped by a person', async ({
  workbench,
}) => {
  const { page, orrery } = workbench
  let isLimited = true
  const forAnHour: Reply = {
    status: 429,
    headers: { 'retry-after': '3600' },
    error: 'Rate limit reached for scripted.',
  }
  await using server = await startModelServer(() =>
    isLimited ? forAnHour : { text: 'I looked around.' },
  )
  await start(workbench, server.url)
  await expect(card(page)).toContainText('Rate limit reached for scripted.')
  await expect(card(page).getByRole('button')).toHaveText([
    'Resume now',
    /Use another model/,
    'Stop',
  ])
  await expect(page.getByText(/^waits until .*\d\d:\d\d$/)).toBeVisible()
  expect((await orrery('sessions')).output).toMatch(/ {2}until .*\d\d:\d\d/)
  await examineAll(page, 'limit-transcript')

  await page.keyboard.press('ControlOrMeta+i')
  const list = page.getByRole('listbox', { name: 'What waits for you' })
  await expect(list.getByRole('option')).toHaveText([/Waits until .*\d\d:\d\d/])
  await examineAll(page, 'limit-inbox')
  isLimited = false
  await card(page).getByRole('button', { name: 'Resume now' }).click()
  await expect(card(page)).toHaveCount(0)
  await expect(page.getByText('Nothing waits for you.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(panel(page, 'Transcript').getByText('I looked around.')).toBeVisible()
  await untilIdle(page)

  isLimited = true
  await prompt(page).fill('Look again')
  await prompt(page).press('Enter')
  await expect(card(page)).toBeVisible()
  await card(page).getByRole('button', { name: 'Stop' }).click()
  await expect(card(page)).toHaveCount(0)
  await untilIdle(page)
  await expect(panel(page, 'Transcript').getByText('A person stopped this run.')).toBeVisible()

  await prompt(page).fill('Once more')
  await prompt(page).press('Enter')
  await expect(card(page)).toBeVisible()
  await card(page)
    .getByRole('button', { name: /Use another model/ })
    .click()
  await page.getByRole('menuitemradio').first().click()
  await expect(card(page)).toHaveCount(0)
  await untilIdle(page)
})
