import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { writeSlowWrites } from '../support/slow-writes.ts'
import { openFolder, panel } from './window.ts'
import { test } from './workbench.ts'

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  loadFirst: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-slow-'))
    await use(writeSlowWrites(folder, 'notes.txt', 3000))
    rmSync(folder, { recursive: true, force: true })
  },
})

test('saving again while a save is in progress writes the latest text without a conflict', async ({
  workbench: { page, project },
}) => {
  const path = join(project, 'notes.txt')
  writeFileSync(path, 'first\n')
  await openFolder(page, 'Open a folder…', project)
  await panel(page, 'Files').getByRole('treeitem', { name: 'notes.txt' }).click()
  const editor = panel(page, 'Editor')
  await expect(editor.locator('.view-line').first()).toHaveText('first')
  await editor.getByRole('textbox').focus()
  for (const typed of ['one ', 'two ', 'three ']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('ControlOrMeta+s')
  }
  await expect.poll(() => readFileSync(path, 'utf8')).toBe('one two three first\n')
  await expect(editor.getByRole('img', { name: 'Unsaved' })).toHaveCount(0)
  await expect(editor.getByRole('alert')).toHaveCount(0)

  // The text from before a save, typed during that save, is a new edit.
  await page.keyboard.type('four ')
  await page.keyboard.press('ControlOrMeta+s')
  for (let times = 0; times < 'four '.length; times += 1) await page.keyboard.press('Backspace')
  await expect.poll(() => readFileSync(path, 'utf8')).toBe('one two three four first\n')
  await expect(editor.locator('.view-line').first()).toHaveText('one two three first')
  await expect(editor.getByRole('img', { name: 'Unsaved' })).toBeVisible()
  await expect(editor.getByRole('alert')).toHaveCount(0)
})
