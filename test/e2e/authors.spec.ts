import { expect } from '@playwright/test'
import { examine } from './access.ts'
import { openFolder, panel, playhead, seqOf } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark' })

test('who wrote a line is told beside it, and leads to that instant', async ({
  workbench: { page },
}) => {
  test.slow()
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await playhead(page).focus()
  await page.keyboard.press('End')
  const end = await seqOf(page)
  const editor = panel(page, 'Editor')
  await panel(page, 'Files').getByRole('treeitem', { name: 'pages.js' }).click()
  await expect(editor.getByText('Math.ceil')).toBeVisible()
  await editor.getByRole('button', { name: 'Show who wrote each line' }).click()

  const gutter = editor.getByRole('list', { name: 'Who wrote each line' })
  await expect(gutter.getByRole('listitem')).toHaveCount(3)
  await expect(gutter.getByText('before the session')).toHaveCount(2)
  const repair = gutter.getByRole('button', { name: /^Line 4: lead in run 1 wrote it by “Edit/ })
  await expect(repair).toContainText('lead · run 1')
  await expect(repair).toContainText('$0.00')
  await examine(page, 'authors')

  await repair.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => seqOf(page)).toBeLessThan(end)
  await expect(editor.getByText('Math.ceil')).toBeVisible()

  // A moment before, nobody has touched it.
  await playhead(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(editor.getByText('Math.floor')).toBeVisible()
  await expect(gutter.getByRole('listitem')).toHaveCount(1)
})

test('a person’s lines are theirs, saved or not, and the keys go from one to the next', async ({
  workbench: { page, project },
}) => {
  await openFolder(page, 'Open a folder…', project)
  const editor = panel(page, 'Editor')
  await panel(page, 'Files').getByRole('treeitem', { name: 'README.md' }).click()
  await editor.getByText('Reading list').first().click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('First.\n')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Last.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(editor.getByRole('img', { name: 'Unsaved' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Search, or run a command' }).click()
  await page.getByRole('combobox').fill('who wrote each line')
  await page.keyboard.press('Enter')
  const gutter = editor.getByRole('list', { name: 'Who wrote each line' })
  const own = gutter.getByRole('button', { name: /A person wrote it/ })
  await expect(own).toHaveCount(2)
  await own.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(own.last()).toBeFocused()

  await editor.getByRole('textbox').focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Draft.\n')
  await expect(gutter.getByText('not saved yet')).toBeVisible()
  await expect(own).toHaveCount(2)
})
