import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { test } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

async function openTools(page: Page) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Tools', exact: true }).click()
  return dialog.getByRole('tabpanel', { name: 'Tools', exact: true })
}

test('language servers are added, changed and removed by keyboard, each mistake said where it is', async ({
  workbench,
}) => {
  const { page, orrery } = workbench
  const tools = await openTools(page)
  const rows = tools.getByRole('list', { name: 'Language servers' }).getByRole('listitem')
  await expect(rows).toHaveText([/^TypeScript\.ts .*built in$/, /^Python\.py \.pyibuilt in$/])
  await expect(tools.getByText(/There are none of your own yet\. Add one for a lang/)).toBeVisible()
  await rows.first().scrollIntoViewIfNeeded()
  await examine(page, 'settings-tools')
  await tools.getByRole('list', { name: 'Debug adapters' }).scrollIntoViewIfNeeded()
  await examine(page, 'settings-tools-empty')

  const add = tools.getByRole('button', { name: 'Add a language server' })
  await add.press('Enter')
  const form = tools.getByRole('form', { name: 'Language servers' })
  const language = form.getByRole('textbox', { name: 'Language' })
  const command = form.getByRole('textbox', { name: 'Command' })
  const endings = form.getByRole('textbox', { name: 'File endings' })
  await expect(language).toBeFocused()
  await page.keyboard.type('rust')
  await page.keyboard.press('Tab')
  await page.keyboard.type('rs')
  await page.keyboard.press('Enter')
  await expect(endings).toBeFocused()
  await expect(command).toHaveAccessibleDescription('Name the program to start.')
  await expect(endings).toHaveAccessibleDescription('Write endings with their dot, such as .rs.')
  await expect(language).toHaveAccessibleDescription('')
  await examine(page, 'settings-tools-wrong')
  await endings.fill('.rs')
  await page.keyboard.press('Tab')
  await page.keyboard.type('rust-analyzer')
  await page.keyboard.press('Enter')
  await expect(rows.nth(2)).toHaveText(/^rustrust-analyzer · \.rsyours$/)
  await expect(add).toBeFocused()
  expect((await orrery('settings', 'languageServers.rust')).output).toContain(
    'languageServers.rust.command  rust-analyzer',
  )

  const change = tools.getByRole('button', { name: 'Change rust' })
  await change.press('Enter')
  await expect(command).toBeFocused()
  await expect(language).toBeDisabled()
  await command.fill('"my tools/rust-analyzer" --log')
  await page.keyboard.press('Enter')
  await expect(rows.nth(2)).toHaveText(/"my tools\/rust-analyzer" --log · \.rs/)
  await expect(change).toBeFocused()

  await tools.getByRole('button', { name: 'Remove rust' }).press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(add).toBeFocused()
  await expect(page.getByText('Removed the language server for “rust”.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(rows.nth(2)).toHaveText(/^rust"my tools\/rust-analyzer" --log · \.rsyours$/)

  await add.press('Enter')
  await language.fill('rust')
  await page.keyboard.press('Enter')
  await expect(language).toHaveAccessibleDescription('You have one for rust already.')
  await language.fill('python')
  await command.fill('pylsp')
  await endings.fill('.py')
  await page.keyboard.press('Enter')
  await expect(rows.nth(1)).toHaveText('PythonYours is asked in its place.built in')
  await examine(page, 'settings-tools-own')
})

test('debug adapters are added for what Orrery does not debug by itself', async ({ workbench }) => {
  const { page, orrery } = workbench
  const tools = await openTools(page)
  const rows = tools.getByRole('list', { name: 'Debug adapters' }).getByRole('listitem')
  await expect(rows).toHaveText([/^Nodenode, pwa-node, node2built in$/, /^Pythonpython, debugpy/])
  await tools.getByRole('button', { name: 'Add a debug adapter' }).click()
  const form = tools.getByRole('form', { name: 'Debug adapters' })
  const type = form.getByRole('textbox', { name: 'Type' })
  await type.fill('pwa-node')
  await page.keyboard.press('Enter')
  await expect(type).toHaveAccessibleDescription('Orrery debugs that by itself. Name another type.')
  await expect(type).toBeFocused()
  await examine(page, 'settings-tools-debugger')
  await type.fill('go')
  await form.getByRole('textbox', { name: 'Command' }).fill(`dlv dap --port $${'{port}'}`)
  await page.keyboard.press('Enter')
  await expect(rows.nth(2)).toHaveText(`godlv dap --port $${'{port}'}yours`)
  expect((await orrery('settings', 'debuggers.go')).output).toContain('debuggers.go.command  dlv')

  await tools.getByRole('button', { name: 'Add a debug adapter' }).click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(tools.getByRole('button', { name: 'Add a debug adapter' })).toBeFocused()
  await tools.getByRole('button', { name: 'Remove go' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(3)
})
