import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startModelServer } from '../support/model-server.ts'
import { calls, scriptAgents } from '../support/scripted-agents.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { approve, compareWith, openFolder, panel, prompt, say, untilIdle } from './window.ts'
import { test, type Workbench } from './workbench.ts'

const LINES = 300

test('what the editor shows is coloured, however busy the window is', async ({ workbench }) => {
  const { page, project } = workbench
  const lines = Array.from({ length: LINES }, (_, index) => `const line${index} = 'is coloured'`)
  writeFileSync(join(project, 'coloured.ts'), lines.join('\n'))
  await page.addInitScript(keepFromIdling)
  // A page that goes before it is let in has lost its ticket.
  await page.getByRole('button', { name: 'Open a folder…' }).waitFor()
  await page.reload()
  await openFolder(page, 'Open a folder…', project)
  await panel(page, 'Files').getByRole('treeitem', { name: 'coloured.ts' }).click()
  await expectColours(page)

  // By a line and a half: there the last line is another one, and half of it.
  await page.setViewportSize({ width: 1440, height: 930 })
  await expectColours(page)

  await panel(page, 'Editor').getByRole('textbox').focus()
  await page.keyboard.press('PageDown')
  await expectColours(page)
  await page.keyboard.press('ControlOrMeta+End')
  await expect(panel(page, 'Editor')).toContainText(`line${LINES - 1}`)
  await expectColours(page)

  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expectColours(page)
})

test('what an agent edits opens by itself, where it was changed', async ({ workbench }) => {
  const { page, project, dataDir } = workbench
  const lines = Array.from({ length: LINES }, (_, index) => `line ${index}`)
  writeFileSync(join(project, 'long.txt'), lines.join('\n'))
  const args = { file_path: '/workspace/long.txt', old_string: 'line 250', new_string: 'mended' }
  await using server = await startModelServer(
    scriptAgents({
      mend: [calls({ name: 'read_file', args }), calls({ name: 'edit_file', args })],
    }),
  )
  await chooseScriptedModel(dataDir, server.url)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('mend')
  await prompt(page).press('Enter')
  await approve(page)
  await expect(panel(page, 'Editor').getByText('mended')).toBeInViewport()

  // Somebody who goes elsewhere in it stays there.
  await panel(page, 'Editor').getByRole('textbox').focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(panel(page, 'Editor').getByText('line 1', { exact: true })).toBeInViewport()
  await untilIdle(page)
  await expect(panel(page, 'Editor').getByText('line 1', { exact: true })).toBeInViewport()
})

test('a line that is pointed at once more is shown once more', async ({ workbench }) => {
  const { page, project } = workbench
  const lines = Array.from({ length: LINES }, (_, index) => `line ${index}`)
  writeFileSync(join(project, 'long.txt'), lines.join('\n'))
  await tellFailed(workbench, 'long.txt:251')
  const editor = panel(page, 'Editor')
  await page.getByRole('button', { name: 'long.txt:251' }).click()
  await expect(editor.getByText('line 250', { exact: true })).toBeInViewport()

  await editor.getByRole('textbox').focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(editor.getByText('line 1', { exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'long.txt:251' }).click()
  await expect(editor.getByText('line 250', { exact: true })).toBeInViewport()
})

test('in a comparison the line that is pointed at is shown, changed or hidden among what is not', async ({
  workbench,
}) => {
  const { page, project } = workbench
  const path = join(project, 'long.txt')
  const lines = Array.from({ length: LINES }, (_, index) => `line ${index}`)
  writeFileSync(path, lines.join('\n'))
  await tellFailed(workbench, 'long.txt:251')
  const editor = panel(page, 'Editor')
  const shown = editor.locator('.editor.modified')
  const pointed = shown.getByText('line 250', { exact: true })
  writeFileSync(path, ['more', ...lines.slice(1)].join('\n'))
  await panel(page, 'Files').getByRole('treeitem', { name: 'long.txt' }).click()
  await compareWith(page, 'The session’s start')
  await expect(editor.getByText('296 hidden lines').filter({ visible: true })).toHaveCount(1)
  await expect(pointed).toHaveCount(0)
  await page.getByRole('button', { name: 'long.txt:251' }).click()
  await expect(pointed).toBeInViewport()

  // All that is above it has changed, and it is compared anew.
  const changed = lines.map((line, index) => (index < 240 ? `another ${index}` : line))
  writeFileSync(path, changed.join('\n'))
  await expect(editor.locator('.line-insert').first()).toBeAttached()
  await panel(page, 'Files').getByRole('treeitem', { name: 'README.md' }).click()
  await expect(shown.getByText('Reading list').first()).toBeInViewport()
  await page.getByRole('button', { name: 'long.txt:251' }).click()
  await expect(pointed).toBeInViewport()
})

/** Has the transcript lead to a line, as that at which a test failed. */
async function tellFailed({ page, project, dataDir }: Workbench, place: string): Promise<void> {
  const told = `not ok 1 - is right\n  ---\n  location: '${place}:1'\n  ...\n`
  writeFileSync(join(project, 'told.tap'), told)
  const args = { command: 'cat told.tap' }
  await using server = await startModelServer(
    scriptAgents({ 'Run the tests': [calls({ name: 'run_tests', args })] }),
  )
  await chooseScriptedModel(dataDir, server.url)
  await openFolder(page, 'Open a folder…', project)
  await say(page, 'Run the tests')
  await panel(page, 'Transcript')
    .getByRole('button', { name: /^Run the tests/ })
    .click()
}

test('in the editor a person finds text, goes to a line, comments it out, and is offered words', async ({
  workbench,
}) => {
  const { page, project } = workbench
  const lines = Array.from({ length: LINES }, (_, index) => `const line${index} = ${index}`)
  writeFileSync(join(project, 'lines.ts'), `const discount = 1\n${lines.join('\n')}\n`)
  await openFolder(page, 'Open a folder…', project)
  await panel(page, 'Files').getByRole('treeitem', { name: 'lines.ts' }).click()
  const editor = panel(page, 'Editor')
  await expect(editor).toContainText('discount')
  await editor.getByRole('textbox').focus()

  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('line250')
  await expect(editor.getByText('1 of 1')).toBeVisible()
  await expect(editor.locator('.view-line', { hasText: 'line250' })).toBeInViewport()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+g')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+/')
  await expect(editor.locator('.view-line').getByText('// const line0 = 0')).toBeInViewport()

  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('disc')
  await expect(editor.getByRole('option', { name: /discount/ })).toContainClass('focused')
  await page.keyboard.press('Enter')
  await expect(editor.locator('.view-line').getByText('discount')).toBeInViewport()
})

test('who writes in a file stays in their line while others change its beginning', async ({
  workbench,
}) => {
  const { page, project } = workbench
  const path = join(project, 'lines.txt')
  const lines = Array.from({ length: LINES }, (_, index) => `line ${index}`)
  writeFileSync(path, lines.join('\n'))
  await openFolder(page, 'Open a folder…', project)
  await panel(page, 'Files').getByRole('treeitem', { name: 'lines.txt' }).click()
  const editor = panel(page, 'Editor')
  await expect(editor.locator('.view-line').first()).toBeVisible()
  await editor.getByRole('textbox').focus()
  await page.keyboard.press('Control+g')
  await page.keyboard.type('11')
  await page.keyboard.press('Enter')
  await expect(editor.locator('.active-line-number')).toHaveText('11')

  writeFileSync(path, ['more', 'and more', ...lines].join('\n'))
  await expect(editor.locator('.active-line-number')).toHaveText('13')
  await page.keyboard.type('own ')
  await expect(editor.locator('.view-line').getByText('own line 10')).toBeInViewport()
})

test('the byte order mark and the line ends of a file are what they were once it is saved', async ({
  workbench,
}) => {
  const { page, project } = workbench
  const path = join(project, 'marked.txt')
  writeFileSync(path, '\uFEFFfirst\r\nsecond\r\n')
  await openFolder(page, 'Open a folder…', project)
  await panel(page, 'Files').getByRole('treeitem', { name: 'marked.txt' }).click()
  const editor = panel(page, 'Editor')
  const line = editor.locator('.view-line').first()
  const unsaved = editor.getByRole('img', { name: 'Unsaved' })
  await expect(line).toHaveText(/^first$/)
  await editor.getByRole('textbox').focus()
  await page.keyboard.type('own ')
  await expect(unsaved).toBeVisible()
  // There is no more to be taken back than what was typed.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('ControlOrMeta+z')
  await expect(line).toHaveText(/^first$/)
  await expect(unsaved).toHaveCount(0)
  await page.keyboard.type('own ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(path, 'utf8')).toBe('\uFEFFown first\r\nsecond\r\n')

  // Somebody else ends its lines in another way.
  await expect(unsaved).toHaveCount(0)
  writeFileSync(path, '\uFEFFown first\nsecond\nthird\n')
  await expect(editor.getByText('third')).toBeVisible()
  await page.keyboard.type('my ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(path, 'utf8')).toBe('\uFEFFown my first\nsecond\nthird\n')
})

test('of a file whose tab is closed what is not saved stays, and what was saved can no more be undone', async ({
  workbench,
}) => {
  const { page, project } = workbench
  const names = ['saved.txt', 'draft.txt']
  for (const name of names) writeFileSync(join(project, name), 'first\n')
  await openFolder(page, 'Open a folder…', project)
  const editor = panel(page, 'Editor')
  const line = editor.locator('.view-line').first()
  const open = async (name: string) => {
    await panel(page, 'Files').getByRole('treeitem', { name }).click()
    await expect(editor.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
  await open('README.md')
  for (const name of names) {
    await open(name)
    await expect(line).toHaveText('first')
    await editor.getByRole('textbox').focus()
    await page.keyboard.type('own')
    if (name === 'saved.txt') await page.keyboard.press('ControlOrMeta+s')
    await editor.getByRole('tab', { name }).press('Delete')
    await expect(line).toHaveText('# Reading list')
  }

  for (const name of names) {
    await open(name)
    await expect(line).toHaveText('ownfirst')
    await editor.getByRole('textbox').focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(line).toHaveText(name === 'saved.txt' ? 'ownfirst' : 'first')
  }
  await expect(editor.getByRole('img', { name: 'Unsaved' })).toHaveCount(0)
})

/** Runs in the page. It has no idle moment for who can wait for one for ever. */
function keepFromIdling() {
  const whenIdle = window.requestIdleCallback.bind(window)
  window.requestIdleCallback = (callback, options) =>
    options?.timeout === undefined ? 0 : whenIdle(callback, options)
}

async function expectColours(page: Page): Promise<void> {
  const shown = panel(page, 'Editor').locator('.view-line')
  await expect(shown.first()).toBeVisible()
  // A line is one span, with one in it for each colour.
  const coloursOf = (lines: Element[]) =>
    lines.map((line) => line.querySelectorAll('span span').length)
  await expect
    .poll(async () => Math.min(...(await shown.evaluateAll(coloursOf))))
    .toBeGreaterThan(1)
}
