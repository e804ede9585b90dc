import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { panel, playhead, seqOf, stepUntil } from './window.ts'
import { test } from './workbench.ts'

/** What a page did that one without a network must not, and what went wrong in it. */
function watch(page: Page): readonly string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) seen.push(`asked for ${request.url()}`)
  })
  page.on('pageerror', (error) => seen.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(message.text())
  })
  return seen
}

const viewport = { width: 1280, height: 800 }

test('the sample run, exported, scrubs from disk without a network', async ({
  workbench,
  browser,
}) => {
  await workbench.page.getByRole('button', { name: 'Replay it' }).click()
  await expect(workbench.page.getByText('Replaying')).toBeVisible()
  const file = join(workbench.dataDir, 'sample.html')
  const { code, output } = await workbench.orrery('export', 'last', '--out', file)
  expect(output).toMatch(/sample\.html\n {2}\d+ kB: 559 events and \d+ contents\n {2}Nothing/)
  expect(code).toBe(0)

  await using context = await browser.newContext({ offline: true, viewport })
  const page = await context.newPage()
  const wrong = watch(page)
  await page.goto(`${pathToFileURL(file)}#at=300`)
  await expect.poll(() => seqOf(page)).toBe(300)
  await expect(page.getByText(/^Exported from Orrery .* 559 events, \d+ kB/)).toBeVisible()
  const transcript = panel(page, 'Transcript')
  await expect(transcript.getByText('wants to change a file')).toHaveCount(0)

  // By key: the playhead has the focus.
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => seqOf(page)).toBe(301)
  await stepUntil(page, ']', transcript.getByText('wants to change a file'))
  await expect(transcript.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await panel(page, 'Files')
    .getByRole('treeitem', { name: /pages\.js/ })
    .click()
  await expect(panel(page, 'File').getByText('Math.floor')).toBeVisible()
  await page.getByRole('button', { name: 'Cost', exact: true }).click()
  const tokens = panel(page, 'Cost')
    .getByText(/^\d+k$/)
    .first()
  const before = await tokens.textContent()
  await examine(page, 'export-past')

  // By mouse: to the end of the strip.
  const strip = await playhead(page).boundingBox()
  if (!strip) throw new Error('The playhead has a place.')
  await page.mouse.click(strip.x + strip.width - 3, strip.y + strip.height / 2)
  await expect(panel(page, 'File').getByText('Math.ceil')).toBeVisible()
  await expect(tokens).not.toHaveText(before ?? '')
  await page.getByRole('button', { name: 'Terminals', exact: true }).click()
  await expect(panel(page, 'Terminals').getByText('ended with 0')).toBeVisible()
  await page.getByRole('button', { name: 'since it began' }).click()
  await expect(panel(page, 'File').getByText('Math.floor')).toBeVisible()
  await examine(page, 'export-ended')
  // Pending changes are shown for reading only.
  await page.getByRole('button', { name: 'Changes', exact: true }).click()
  const changes = panel(page, 'Changes')
  await expect(changes.getByRole('article').first()).toContainText('Math')
  await expect(changes.getByRole('button', { name: /Accept|Revert|Commit/ })).toHaveCount(0)
  await examine(page, 'export-changes')
  for (const [name, words] of [
    ['Debugger', 'What an agent runs in the debugger appears here'],
    ['Tasks', 'The session knew of no tasks at this moment.'],
    ['Preview', 'Pages that agents show from a server on this machine appear here.'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(panel(page, name)).toContainText(words)
  }
  expect(wrong).toEqual([])
})

test('a session is exported from the window, after it was said what is taken out', async ({
  workbench: { page, save },
}) => {
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('export')
  await page.getByRole('option', { name: 'Export the replay…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the replay' })
  await expect(dialog.getByText('Nothing that looks like a secret was found.')).toBeVisible()
  await examine(page, 'export-dialog')
  await dialog.getByRole('button', { name: 'Whole session' }).click()
  await page.getByRole('menuitemradio', { name: /^Run 1/ }).click()
  await expect(dialog.getByText(/with \d+ events/)).toBeVisible()
  const { name } = await save(() =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  )
  expect(name).toBe('orrery-find-and-repair-the-bug-run-1.html')
  await expect(dialog.getByText(/^Exported as .*, \d+ kB\.$/)).toBeVisible()
  await examine(page, 'export-done')
})
