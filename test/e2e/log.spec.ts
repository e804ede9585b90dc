import { expect } from '@playwright/test'
import { examine } from './access.ts'
import { panel, startDemo } from './window.ts'
import { test } from './workbench.ts'

test.describe.configure({ timeout: 120_000 })

// The desktop app grants it by itself.
test.use({ reducedMotion: 'reduce', permissions: ['clipboard-write'] })

test('the log tells what the host does, by level, module, text and session', async ({
  workbench,
}) => {
  const { page } = workbench
  await startDemo(workbench)
  await page.getByRole('button', { name: 'Search, or run a command' }).click()
  await page.getByRole('option', { name: 'Show or hide the log' }).click()
  const log = panel(page, 'Log')
  const lines = log.getByRole('option')
  await expect(lines.filter({ hasText: 'Host started.' })).toHaveCount(1)
  await expect(lines.filter({ hasText: 'Run started.' })).toHaveCount(1)

  await log.getByRole('button', { name: 'This session only' }).click()
  await expect(lines.filter({ hasText: 'Host started.' })).toHaveCount(0)
  await expect(lines.filter({ hasText: 'Run started.' })).toHaveCount(1)
  await log.getByRole('button', { name: 'This session only' }).click()
  await log.getByRole('button', { name: 'Module: all modules' }).click()
  await page.getByRole('menuitemradio', { name: 'host' }).click()
  await expect(lines).toHaveText([/Host started\./])
  await log.getByRole('searchbox', { name: 'Find in the log' }).fill('nothing like it')
  await expect(lines).toHaveCount(0)
  await log.getByRole('searchbox').fill('')

  await log.getByRole('listbox').focus()
  await page.keyboard.press('ArrowUp')
  await expect(log.getByRole('region', { name: 'The chosen line' })).toContainText('dataDir')
  await examine(page, 'log')
  await page.keyboard.press('Escape')
  await expect(log.getByRole('region', { name: 'The chosen line' })).toHaveCount(0)
})

test('a line is copied with all that is known of it', async ({ workbench }) => {
  const { page } = workbench
  await startDemo(workbench)
  await page.keyboard.press('ControlOrMeta+Shift+L')
  const log = panel(page, 'Log')
  await log.getByRole('option').filter({ hasText: 'Host started.' }).click()
  await log.getByRole('listbox').focus()
  await page.keyboard.press('ControlOrMeta+C')
  const field = log.getByRole('searchbox', { name: 'Find in the log' })
  const pasted = async () => {
    await field.fill('')
    await field.press('ControlOrMeta+V')
    return field.inputValue()
  }
  await expect.poll(pasted).toMatch(/ info host Host started\. \{"version":/)
})
