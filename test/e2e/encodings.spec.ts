import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { examine } from './access.ts'
import { openFolder, panel } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark' })

test('a file keeps its encoding and line ends when a person saves it', async ({
  workbench: { page, project },
}) => {
  test.slow()
  const latin = join(project, 'latin.txt')
  const mixed = join(project, 'mixed.txt')
  writeFileSync(latin, Buffer.from('Größe\r\nMünchen\r\n', 'latin1'))
  writeFileSync(join(project, 'wide.txt'), Buffer.from('\uFEFFväg\n', 'utf16le'))
  writeFileSync(mixed, 'one\r\ntwo\u2028still two\nthree\r\nfour')
  await openFolder(page, 'Open a folder…', project)
  const editor = panel(page, 'Editor')
  const open = (name: string) => panel(page, 'Files').getByRole('treeitem', { name }).click()

  await open('wide.txt')
  await expect(editor.getByText('UTF-16 LE')).toBeVisible()
  await expect(editor.locator('.view-line').first()).toHaveText('väg')

  await open('latin.txt')
  await expect(editor.getByText('Windows-1252 · CRLF')).toBeVisible()
  await expect(editor.locator('.view-line').first()).toHaveText('Größe')
  await examine(page, 'encoding')
  await editor.getByRole('textbox').focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('é ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(latin, 'latin1')).toBe('é Größe\r\nMünchen\r\n')
  await expect(editor.getByText('Windows-1252 · CRLF')).toBeVisible()
  // Nothing is lost where a character has no place in the file: it is said, and can be removed.
  await page.keyboard.insertText('世')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(editor.getByRole('alert')).toContainText("“世” (U+4E16, line 1) can't be written")
  await examine(page, 'encoding-refused')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(editor.getByRole('img', { name: 'Unsaved' })).toHaveCount(0)

  // The bar has the long name of an encoding, and still shows the file's tab.
  writeFileSync(
    join(project, 'damaged-measurements.txt'),
    Buffer.concat([Buffer.from('Größe\r\n'.repeat(30)), Buffer.from([0xff, 0x0a])]),
  )
  await open('damaged-measurements.txt')
  await expect(editor.getByText('UTF-8 with invalid bytes · mixed line ends')).toBeVisible()
  await expect(editor.getByRole('tab', { name: 'damaged-measurements.txt' })).toBeInViewport({
    ratio: 0.9,
  })
  await examine(page, 'encoding-damaged')

  await open('mixed.txt')
  await expect(editor.getByText('UTF-8 · mixed line ends')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(readFileSync(mixed, 'utf8')).toBe('one\r\ntwo\u2028still two\nthree\r\nfour')
  await editor.getByRole('textbox').focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('new ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect
    .poll(() => readFileSync(mixed, 'utf8'))
    .toBe('new one\r\ntwo\u2028still two\nthree\r\nfour')
})
