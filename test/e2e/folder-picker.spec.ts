import { basename } from 'node:path'
import { expect } from '@playwright/test'
import { examine } from './access.ts'
import { prompt } from './window.ts'
import { test } from './workbench.ts'

test.use({ reducedMotion: 'reduce' })

test('everybody can use the dialog that stands in for the system’s own', async ({
  workbench: { page },
}) => {
  await page.getByRole('button', { name: 'Open a folder…' }).click()
  const picker = page.getByRole('dialog', { name: 'Open a folder' })
  await expect(picker.getByRole('list')).toBeVisible()
  await examine(page, 'folder-picker')
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
})

test('what is typed in the place of the path is opened, where it is a folder', async ({
  workbench: { page, project },
}) => {
  await page.getByRole('button', { name: 'Open a folder…' }).waitFor()
  await page.keyboard.press('ControlOrMeta+o')
  const picker = page.getByRole('dialog', { name: 'Open a folder' })
  const path = picker.getByRole('textbox', { name: 'Path' })
  const open = picker.getByRole('button', { name: 'Open this folder' })
  await expect(picker.getByRole('list')).toBeVisible()
  const home = await path.inputValue()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(home)

  await page.keyboard.type(`${project}/nowhere`)
  await expect(path).toHaveValue(`${project}/nowhere`)
  await open.click()
  const refusal = picker.getByRole('alert')
  await expect(refusal).toHaveText(`There is no folder ${project}/nowhere. Check its name.`)
  await expect(picker.getByRole('list', { name: `Folders in ${home}` })).toBeVisible()

  await path.fill(project)
  await expect(refusal).toHaveCount(0)
  await open.click()
  await expect(prompt(page)).toBeVisible()
  await expect(page.getByRole('button', { name: basename(project), exact: true })).toBeVisible()
})
