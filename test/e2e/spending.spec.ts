import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { panel, seqOf } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark' })

/** What a figure of the dashboard says. */
function figure(page: Page, label: RegExp) {
  return page.locator('dl > div').filter({ hasText: label }).locator('dd')
}

test('what all sessions cost adds up, and leads to the very call', async ({
  workbench: { page, project, save, orrery },
}) => {
  await page.getByRole('button', { name: 'Cost' }).click()
  await expect(page.getByText('No model was called in this time.')).toBeVisible()
  await examine(page, 'spending-empty')

  // From here on the demo agent has a price.
  const price = '{"price": {"inputUsd": 3, "outputUsd": 15}}'
  await orrery('settings', 'models.demo:scripted', price)
  await orrery('settings', 'budgets.month', '20')
  const demo = ['--project', project, '--model', 'demo:scripted', '--approve', 'all']
  const ran = await orrery('run', ...demo, 'Have a look around')
  const spent = /· (\$[\d.]+)$/m.exec(ran.output)?.[1]
  expect(spent).toBeDefined()
  await expect(figure(page, /spent in 21 days/)).toHaveText(String(spent))

  // The bars, the table and its groups are the same sum, by whatever they are told apart.
  const table = page.getByRole('table')
  await expect(table.getByRole('row', { name: /^lead/ })).toBeVisible()
  await expect(page.getByText(/of \$20\.00/)).toBeVisible()
  await expect(
    page.getByRole('group', { name: 'Spending' }).getByRole('button').last(),
  ).toHaveAccessibleName(new RegExp(`: \\${spent}$`))
  await page.getByRole('button', { name: 'Told apart by: subagent type' }).click()
  await page.getByRole('menuitemradio', { name: 'model', exact: true }).click()
  await expect(table.getByRole('row', { name: /^demo:scripted/ })).toContainText(String(spent))

  // A group leads to its calls, by keyboard, and a call to its instant.
  await table.getByRole('button', { name: 'demo:scripted' }).focus()
  await page.keyboard.press('Enter')
  const calls = page.getByRole('region', { name: 'Model calls: demo:scripted' })
  await expect(calls.getByRole('listitem').first()).toContainText('Have a look around')
  await examine(page, 'spending')
  await calls.getByRole('button', { name: 'Only this' }).click()
  await expect(page.getByRole('button', { name: /^No longer only the model/ })).toBeVisible()

  const { path } = await save(async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
  })
  expect(readFileSync(path, 'utf8')).toMatch(/^name,calls.*\r\ndemo:scripted,\d+,/)

  await page.getByRole('group', { name: 'Spending' }).getByRole('button').last().click()
  await page
    .getByRole('button', { name: /Have a look around/ })
    .last()
    .click()
  await expect(panel(page, 'Transcript')).toBeVisible()
  await expect(page.getByText('Replaying')).toBeVisible()
  expect(await seqOf(page)).toBeGreaterThan(1)
})
