import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { keepScreen } from './screens.ts'
import { approve, panel, playhead, prompt, startDemo, untilIdle } from './window.ts'
import { test } from './workbench.ts'

test('a demo run is gone back in, forked, and rewound', async ({ workbench }) => {
  const { page, project } = workbench
  await startDemo(workbench)
  await approve(page)
  await approve(page)
  await untilIdle(page)
  const broken = /Math\.floor/
  expect(source(project)).not.toMatch(broken)

  // From a row of the transcript, by keyboard.
  const atRow = panel(page, 'Transcript').getByRole('button', { name: 'Fork or rewind' })
  await atRow.last().press('Enter')
  await page.getByRole('menuitem', { name: 'Rewind to here…' }).press('Enter')
  await expect(page.getByRole('dialog', { name: /^Rewind to / })).toBeVisible()
  await page.keyboard.press('Escape')

  await goBeforeEdit(page)
  await page.getByRole('button', { name: 'Fork from here…' }).click()
  const fork = page.getByRole('dialog', { name: /^Fork from / })
  await expect(fork.getByRole('list', { name: 'Files' })).toContainText('src/pages.js')
  await expect(fork.getByText('It gets a git worktree of its own')).toBeVisible()
  await examine(page, 'fork')
  await fork.getByRole('button', { name: 'Fork', exact: true }).click()
  const border = panel(page, 'Transcript').getByRole('note')
  await expect(border).toContainText('Forked from')
  await expect(prompt(page)).toBeFocused()
  await keepScreen(page, 'forked')
  const own = /of its own.*?: (\/\S+)$/m.exec(await border.innerText())?.[1] ?? ''
  expect(source(own)).toMatch(broken)
  expect(source(project)).not.toMatch(broken)
  writeFileSync(join(own, 'notes.txt'), 'kept nowhere else')
  await prompt(page).fill('Look again.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('running', { exact: true })).toBeVisible()
  await untilIdle(page)

  await seeTree(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Forked from/ })
    .click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await page.getByRole('button', { name: 'Rewind to here…' }).click()
  const rewind = page.getByRole('dialog', { name: /^Rewind to / })
  await expect(rewind.getByRole('list', { name: 'Files' })).toContainText('src/pages.js')
  await examine(page, 'rewind')
  await rewind.getByRole('button', { name: 'Rewind', exact: true }).click()
  await expect.poll(() => source(project)).toMatch(broken)
  await expect(panel(page, 'Transcript').getByText('Rewound')).toBeVisible()
  await keepScreen(page, 'rewound')
  expect(existsSync(own)).toBe(true)
  await deleteFork(page)

  await page.getByRole('button', { name: 'Files', exact: true }).click()
  // What is as it was at the session's start is not changed: the overview alone is, outside the project.
  await expect(panel(page, 'Files').getByRole('tab', { name: 'Changed 1' })).toBeVisible()
})

/** The fork stands below its parent in the list, and is turned away by keyboard. */
async function seeTree(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sessions' }).click()
  const rows = panel(page, 'Sessions').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toHaveAttribute('aria-level', '2')
  await expect(rows.nth(1)).toContainText(/\(fork\).* at \d\d:\d\d:\d\d/)
  await examine(page, 'fork-tree')
  await rows.nth(1).getByRole('button').first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(rows.first().getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('1 fork')
  await page.keyboard.press('ArrowRight')
  await expect(rows).toHaveCount(2)
}

/** What it did there is in no commit: that is said before. */
async function deleteFork(page: Page): Promise<void> {
  await expect(prompt(page)).toBeFocused()
  const rows = panel(page, 'Sessions').getByRole('row')
  await rows.nth(1).getByRole('button').first().press('Delete')
  const dialog = page.getByRole('dialog', { name: /^Delete / })
  await expect(dialog.getByRole('list')).toContainText('notes.txt')
  await examine(page, 'fork-delete')
  await dialog.getByRole('button', { name: 'Delete anyway' }).click()
  await expect(rows).toHaveCount(1)
}

function source(folder: string): string {
  return readFileSync(join(folder, 'src/pages.js'), 'utf8')
}

/** To right before the file was changed. */
async function goBeforeEdit(page: Page): Promise<void> {
  await playhead(page).focus()
  const changed = panel(page, 'Files').getByRole('tab', { name: /Changed/ })
  for (let step = 0; step < 10 && !(await changed.innerText()).endsWith('0'); step += 1) {
    await page.keyboard.press('[')
    await page.keyboard.press('ArrowLeft')
  }
}
