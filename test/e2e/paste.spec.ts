import { expect, type Page } from '@playwright/test'
import { openFolder, prompt } from './window.ts'
import { test } from './workbench.ts'

/** Copies a text from a field of its own, and pastes it where the focus was: as a person does, by the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const source = document.createElement('textarea')
    source.id = 'copied'
    source.value = copied
    document.body.append(source)
    source.select()
  }, text)
  await page.keyboard.press('ControlOrMeta+C')
  await page.evaluate(() => document.getElementById('copied')?.remove())
  await prompt(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect.poll(() => prompt(page).inputValue()).toBe(text)
}

const LINES = 'the quick brown fox wrote to me@example.com about @nothing and left\n'.repeat(4_500)

/** Each of some 300 kB. */
const TEXTS = {
  lines: LINES,
  'one word': 'a'.repeat(300_000),
  blanks: ' '.repeat(300_000),
  'at signs': '@'.repeat(300_000),
  'a name with an at sign': `see @${'a'.repeat(300_000)}`,
  'punctuation behind an at sign': `see @${'.'.repeat(300_000)}`,
}

for (const [kind, text] of Object.entries(TEXTS)) {
  test(`after a large paste, a file is completed: ${kind}`, async ({ workbench }) => {
    const { page, project } = workbench
    await openFolder(page, 'Open a folder…', project)
    await paste(page, text)
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('see @pages.js')
    const files = page.getByRole('listbox', { name: 'Files' })
    await expect(files.getByRole('option')).toHaveText(['src/pages.js'])
    await page.keyboard.press('Enter')
    await expect.poll(() => prompt(page).inputValue()).toBe(`${text}\nsee @src/pages.js `)
  })
}

test('files and playbooks are offered at the start of a large text', async ({ workbench }) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  await paste(page, ` ${LINES}`)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('@pages.js')
  await expect(page.getByRole('listbox', { name: 'Files' })).toBeVisible()
  for (const _ of '@pages.js') await page.keyboard.press('Backspace')
  await expect(page.getByRole('listbox', { name: 'Files' })).toBeHidden()
  await page.keyboard.type('/')
  await expect(page.getByRole('listbox', { name: 'Playbooks' })).toBeVisible()
})
