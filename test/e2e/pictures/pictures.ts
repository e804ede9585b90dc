import { join } from 'node:path'
import { expect } from '@playwright/test'
import { systemClock } from '../../../src-main/core/runtime/clock.ts'
import { openStore } from '../../../src-main/core/store/store.ts'
import { writeSpending } from '../../bench/write-spending.ts'
import { openFolder, startDemo } from '../window.ts'
import { test } from '../workbench.ts'
import { give, take } from './take.ts'

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('the welcome', async ({ workbench: { page } }) => {
      await expect(page.getByRole('button', { name: 'Replay it' })).toBeVisible()
      await take(page, `welcome-${colorScheme}`)
    })
  })
}

test.describe('dark', () => {
  test.use({ colorScheme: 'dark' })

  test('two runs side by side', async ({ workbench: { page, project, orrery } }) => {
    await page.getByRole('button', { name: 'Replay it' }).click()
    await expect(page.getByText('Replaying')).toBeVisible()
    const demo = ['--project', project, '--model', 'demo:scripted', '--approve', 'none']
    await orrery('run', ...demo, 'Find out why the tests fail, and leave everything as it is.')
    await give(page, 'Compare this run with…')
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /Find out why/ })
      .click()
    await expect(page.getByRole('listbox', { name: 'Steps' })).toBeVisible()
    await page.getByRole('listbox', { name: 'Steps' }).press('n')
    await page.getByRole('listbox', { name: 'Steps' }).blur()
    await take(page, 'compare')
  })

  test('the palette, the settings', async ({ workbench: { page, project } }) => {
    await openFolder(page, 'Open a folder…', project)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeVisible()
    await take(page, 'palette')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('tab', { name: 'Agents' }).click()
    await expect(page.getByRole('list', { name: 'Subagent types' })).toBeVisible()
    await take(page, 'settings')
  })

  test('what waits in all sessions', async ({ workbench }) => {
    const { page } = workbench
    await startDemo(workbench)
    await expect(page.getByRole('group', { name: 'Decide' })).toBeVisible({ timeout: 60_000 })
    await give(page, 'Show what waits for you in all sessions')
    await expect(page.getByRole('listbox', { name: 'What waits for you' })).toBeVisible()
    await take(page, 'inbox')
  })
})

test.describe('what sessions cost', () => {
  test.use({
    colorScheme: 'dark',
    seed: {
      fill: async (dataDir: string) => {
        await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
        await store.settings.change({ budgets: { month: 120, project: 90, run: 4 } })
        await store.flush()
        const spent = { sessions: 90, calls: 9_000, until: systemClock.now(), days: 60 }
        writeSpending(join(dataDir, 'orrery.db'), spent)
      },
    },
  })

  test('cost', async ({ workbench: { page } }) => {
    await page.getByRole('button', { name: 'Cost' }).click()
    await expect(page.getByRole('table').getByRole('row').nth(3)).toBeVisible()
    await take(page, 'cost')
  })
})
