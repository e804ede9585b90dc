import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { compareWith, openFolder, panel, playhead, seqOf } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark' })

/** The lines that a comparison shows as gone. */
function goneLines(page: Page) {
  return panel(page, 'Editor').locator(
    '.editor.original .view-line, .inline-deleted-margin-view-zone',
  )
}

test('a file is compared with the session’s start, with git, and with what cannot be had', async ({
  workbench: { page, project },
}) => {
  await openFolder(page, 'Open a folder…', project)
  const editor = panel(page, 'Editor')
  await panel(page, 'Files').getByRole('treeitem', { name: 'README.md' }).click()
  await editor.getByText('Reading list').first().click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Hello. ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(editor.getByRole('img', { name: 'Unsaved' })).toHaveCount(0)

  await compareWith(page, 'The session’s start')
  await expect(editor.locator('.line-insert').first()).toBeVisible()
  await examine(page, 'compare-start')
  await compareWith(page, /^Git/)
  await expect(
    editor.getByRole('button', { name: 'Compare with: since the last commit' }),
  ).toBeVisible()
  await expect(editor.locator('.line-insert').first()).toBeVisible()

  await compareWith(page, 'The start of the last run')
  await expect(editor.getByText('Not compared. No run has begun yet.')).toBeVisible()

  // The choice is the window's: for every file, and after a reload.
  await compareWith(page, 'The session’s start')
  await page.reload()
  await panel(page, 'Files').getByRole('treeitem', { name: 'README.md' }).click()
  await expect(editor.getByRole('button', { name: /since the session began/ })).toBeVisible()

  // And by the command field.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Show the file by itself')
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('button', { name: 'Compare with…' })).toBeVisible()
})

test('the past is compared with another point of it', async ({ workbench: { page } }) => {
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await playhead(page).focus()
  await page.keyboard.press('End')
  const editor = panel(page, 'Editor')
  await panel(page, 'Files').getByRole('treeitem', { name: 'pages.js' }).click()
  await expect(editor.getByText('Math.ceil')).toBeVisible()

  await compareWith(page, /^The start of run 1/)
  await expect(editor.locator('.line-insert').first()).toBeVisible()
  await expect(goneLines(page).first()).toBeAttached()
  await examine(page, 'compare-point')

  // Its folder is not on this machine, and neither is its repository.
  await compareWith(page, /^Git/)
  await expect(editor.getByText(/^Not compared\./)).toBeVisible()

  // Before the repair there is nothing to be seen of it.
  await compareWith(page, 'The session’s start')
  await expect(editor.locator('.line-insert').first()).toBeVisible()
  const end = await seqOf(page)
  await playhead(page).focus()
  await page.keyboard.press('Home')
  expect(await seqOf(page)).toBeLessThan(end)
  await expect(editor.locator('.line-insert').first()).toBeHidden()
})
