import { expect } from '@playwright/test'
import { examine } from './access.ts'
import { panel, startDemo } from './window.ts'
import { test } from './workbench.ts'

// The desktop app grants it by itself.
test.use({ reducedMotion: 'reduce', permissions: ['clipboard-write'] })

test('the logs are filtered by level, module, text and session', async ({ workbench }) => {
  const { page } = workbench
  await startDemo(workbench)
  await page.getByRole('button', { name: 'Search, or run a command' }).click()
  await page.getByRole('option', { name: 'Show or hide the logs' }).click()
  const logs = panel(page, 'Logs')
  const lines = logs.getByRole('option')
  await expect(lines.filter({ hasText: 'Host started.' })).toHaveCount(1)
  await expect(lines.filter({ hasText: 'Run started.' })).toHaveCount(1)

  await logs.getByRole('button', { name: 'This session only' }).click()
  await expect(lines.filter({ hasText: 'Host started.' })).toHaveCount(0)
  await expect(lines.filter({ hasText: 'Run started.' })).toHaveCount(1)
  await logs.getByRole('button', { name: 'This session only' }).click()
  await logs.getByRole('button', { name: 'Module: all modules' }).click()
  await page.getByRole('menuitemradio', { name: 'host' }).click()
  await expect(lines).toHaveText([/Host started\./])
  await logs.getByRole('searchbox', { name: 'Find in logs' }).fill('nothing like it')
  await expect(lines).toHaveCount(0)
  await logs.getByRole('searchbox').fill('')

  await logs.getByRole('listbox').focus()
  await page.keyboard.press('ArrowUp')
  await expect(logs.getByRole('region', { name: 'The chosen line' })).toContainText('dataDir')
  await examine(page, 'logs')
  await page.keyboard.press('Escape')
  await expect(logs.getByRole('region', { name: 'The chosen line' })).toHaveCount(0)
})

test('a line is copied with all that is known of it', async ({ workbench }) => {
  const { page } = workbench
  await startDemo(workbench)
  await page.keyboard.press('ControlOrMeta+Shift+L')
  const logs = panel(page, 'Logs')
  await logs.getByRole('option').filter({ hasText: 'Host started.' }).click()
  await logs.getByRole('listbox').focus()
  await page.keyboard.press('ControlOrMeta+C')
  const field = logs.getByRole('searchbox', { name: 'Find in logs' })
  const pasted = async () => {
    await field.fill('')
    await field.press('ControlOrMeta+V')
    return field.inputValue()
  }
  await expect.poll(pasted).toMatch(/ info host Host started\. \{"version":/)
})
