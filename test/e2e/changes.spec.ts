import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { changesScript } from '../support/changes-script.ts'
import { startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { keepScreen } from './screens.ts'
import { readStored } from './stored-events.ts'
import { openFolder, panel, playhead, prompt, say, untilIdle } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

const git = (project: string, ...args: readonly string[]) =>
  execFileSync('git', [...IDENTITY, ...args], { cwd: project, encoding: 'utf8' })

const IDENTITY = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']

/** Nobody is asked before files are changed. */
async function open({ page, project, dataDir }: Workbench, url: string): Promise<void> {
  await chooseScriptedModel(dataDir, url, { profile: 'trusted' })
  writeFileSync(join(project, '.orrery/settings.json'), '{}\n')
  git(project, 'commit', '-qam', 'Ask less')
  await openFolder(page, 'Open a folder…', project)
}

function place(page: Page, name: RegExp) {
  return page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name })
}

function changes(page: Page) {
  return panel(page, 'Changes')
}

function change(page: Page, name: RegExp | string) {
  return changes(page).getByRole('article', { name })
}

/** In a small window, and how it looks in a large one. */
async function examineAll(page: Page, screen: string): Promise<void> {
  await examine(page, screen)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await keepScreen(page, `${screen}-large`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

const read = (project: string, path: string) => readFileSync(join(project, path), 'utf8')

test('hunks are accepted and reverted by keyboard, and each is taken back', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(changesScript, { models: ['scripted'] })
  await open(workbench, server.url)
  await page.keyboard.press('ControlOrMeta+Shift+g')
  await expect(changes(page).getByText(/No changes to review/)).toBeVisible()
  await examineAll(page, 'changes-empty')

  await say(page, 'Mend the pages')
  await expect(place(page, /^Changes: 3 wait for you/)).toBeVisible()
  await expect(changes(page).getByRole('heading', { name: '5 changes in 3 files' })).toBeVisible()
  await examineAll(page, 'changes-busy')

  const first = change(page, /^Change 1 of 3 in src\/pages\.js/)
  await first.focus()
  await expect(first).toContainText('lead · run 1')
  // What can be done with it is told in words.
  for (const word of ['Open', 'Comment', 'Revert', 'Accept']) {
    await expect(first.getByText(word, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('j')
  await expect(change(page, /^Change 2 of 3/)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('change before')
  await page.getByRole('option', { name: /^Go to the change before/ }).click()
  await expect(first).toBeFocused()
  await page.keyboard.press('a')
  await expect(change(page, /^Change 1 of 2 in src\/pages\.js/)).toBeFocused()
  await page.keyboard.press('r')
  await expect(change(page, /^Change 1 of 1 in src\/pages\.js/)).toBeFocused()
  await expect.poll(() => read(project, 'src/pages.js')).not.toContain('from 1, the first')
  expect(read(project, 'src/pages.js')).toContain('Math.ceil')

  // What was reverted comes back, and then what was accepted.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(change(page, /^Change 1 of 2 in src\/pages\.js/)).toBeVisible()
  await expect.poll(() => read(project, 'src/pages.js')).toContain('from 1, the first')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(change(page, /^Change 1 of 3 in src\/pages\.js/)).toBeVisible()

  await changes(page).getByRole('button', { name: 'Revert all…' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Revert 5 changes')
  await question.getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(changes(page).getByText(/No changes to review/)).toBeVisible()
  expect(git(project, 'status', '--porcelain')).toBe('')
  expect(existsSync(join(project, 'NOTES.md'))).toBe(false)
})

test('a change that a person has written into is not reverted, and a past has no buttons', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(changesScript, { models: ['scripted'] })
  await open(workbench, server.url)
  await say(page, 'Mend the pages')
  const editor = panel(page, 'Editor')
  // What a person has undone by hand waits no more, whatever else they write.
  await expect(place(page, /^Changes: 3 wait for you/)).toBeVisible()
  await panel(page, 'Files').getByRole('treeitem', { name: 'README.md' }).click()
  await editor.getByText('# The reading list').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('# Reading list')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Mine.\n')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(place(page, /^Changes: 2 wait for you/)).toBeVisible()
  await panel(page, 'Files').getByRole('treeitem', { name: 'NOTES.md' }).click()
  await editor.getByText('What was mended').first().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Mine.\n')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(editor.getByRole('img', { name: 'Unsaved' })).toHaveCount(0)
  await editor.getByRole('button', { name: 'Review 1 change' }).click()
  const contested = change(page, /^Change 1 of 1 in NOTES\.md: .*your lines are in it/)
  await expect(contested).toBeVisible()
  await expect(contested.getByRole('button', { name: 'Revert' })).toHaveCount(0)
  await examineAll(page, 'changes-contested')
  await contested.focus()
  await page.keyboard.press('r')
  await page.keyboard.press('a')
  await expect(contested).toHaveCount(0)
  // What was asked first would be told first.
  const kinds = (await readStored(workbench)).map(({ kind }) => kind)
  expect(kinds).toContain('change.accepted')
  expect(kinds).not.toContain('change.reverted')
  expect(read(project, 'NOTES.md')).toContain('Mine.')

  await playhead(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(contested).toBeVisible()
  await expect(changes(page).getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await examineAll(page, 'changes-past')
})

test('a file that changed meanwhile is not written over, and is shown anew', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(changesScript, { models: ['scripted'] })
  await open(workbench, server.url)
  await say(page, 'Mend the pages')
  await page.keyboard.press('ControlOrMeta+Shift+g')
  await expect(change(page, /^Change 1 of 3 in src\/pages\.js/)).toBeVisible()
  const path = join(project, 'src/pages.js')
  // The window waits for the answer, so that it cannot know of what is written meanwhile.
  await page.route('**/is-written', async (route) => {
    writeFileSync(path, `${read(project, 'src/pages.js')}// Mine.\n`)
    await route.fulfill()
  })
  const first = change(page, /^Change 1 of \d in src\/pages\.js/)
  await first.getByRole('button', { name: 'Revert' }).evaluate((button: HTMLElement) => {
    const request = new XMLHttpRequest()
    request.open('GET', './is-written', false)
    request.send()
    button.click()
  })
  await expect(changes(page).getByRole('alert')).toContainText(/changed (on disk|meanwhile)/)
  await expect(changes(page).getByText('// Mine.').first()).toBeVisible()
  expect(readFileSync(path, 'utf8')).toContain('// Mine.')
  // The author is unknown, so it can't be reverted.
  const unknown = change(page, /^Change 4 of 4 in src\/pages\.js: .*Unknown author/)
  await expect(unknown).toContainText('unknown author')
  await expect(unknown.getByRole('button', { name: 'Revert' })).toHaveCount(0)
  await unknown.scrollIntoViewIfNeeded()
  await examineAll(page, 'changes-unknown')
})

test('comments on changes become the next prompt, and are resolved once it is sent', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(changesScript, { models: ['scripted'] })
  await open(workbench, server.url)
  await say(page, 'Mend the pages')
  await page.keyboard.press('ControlOrMeta+Shift+g')
  await expect(change(page, /^Change 1 of 3 in src\/pages\.js/)).toBeFocused()
  await page.keyboard.press('c')
  const form = changes(page).getByRole('textbox', { name: 'Comment for the agent' })
  await form.fill('Say why it is rounded up.')
  // The file is empty for a moment; then what is written above moves the change.
  const path = join(project, 'src/pages.js')
  const text = read(project, 'src/pages.js')
  writeFileSync(path, '')
  await expect(change(page, /^Change 1 of 1 in src\/pages\.js/)).toBeVisible()
  writeFileSync(path, `// Above.\n${text}`)
  // What is being said about it stays.
  await expect(change(page, /^Change 1 of 4 in src\/pages\.js/)).toContainText('// Above.')
  await expect(form).toHaveValue('Say why it is rounded up.')
  await expect(form).toBeFocused()
  await form.press('ControlOrMeta+Enter')
  const comments = changes(page).getByRole('region', { name: 'Comments' })
  await expect(comments).toContainText('Say why it is rounded up.')
  await examineAll(page, 'changes-comments')
  await comments.getByRole('button', { name: 'Put into the prompt' }).click()
  await expect(prompt(page)).toBeFocused()
  await expect(prompt(page)).toHaveValue(/^@src\/pages\.js:5\n> .*ceil[\s\S]*rounded up\.$/)
  await expect(comments).toBeVisible()
  const told = await prompt(page).inputValue()
  await comments.getByRole('button', { name: 'Put into the prompt' }).click()
  await expect(prompt(page)).toBeFocused()
  await expect(prompt(page)).toHaveValue(told)
  await prompt(page).press('Enter')
  await expect(comments).toHaveCount(0)
  await untilIdle(page)
})

test('what was accepted is committed, in the words of the prompt, and nothing else', async ({
  workbench,
}) => {
  const { page, project } = workbench
  git(project, 'config', 'user.name', 'Somebody')
  git(project, 'config', 'user.email', 'somebody@example.com')
  await using server = await startModelServer(changesScript, { models: ['scripted'] })
  await open(workbench, server.url)
  await say(page, 'Mend the pages')
  await page.keyboard.press('ControlOrMeta+Shift+g')
  const first = change(page, /^Change 1 of 3 in src\/pages\.js/)
  await expect(first).toBeVisible()
  await expect(changes(page).getByRole('button', { name: 'Commit…' })).toHaveCount(0)
  // What a person has written beside it is accepted with it.
  await first.getByRole('button', { name: 'Open in the editor' }).click()
  await panel(page, 'Editor').getByText('Math.ceil').first().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('// Mine.\n')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => read(project, 'src/pages.js')).toContain('// Mine.')
  await page.keyboard.press('ControlOrMeta+Shift+g')
  // What is looked at is what is accepted: it has to be there first.
  await expect(changes(page)).toContainText('// Mine.')
  await first.getByRole('button', { name: 'Accept' }).click()
  await expect(change(page, /^Change 1 of 2 in src\/pages\.js/)).toBeVisible()
  await changes(page).getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit what was accepted' })
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Mend the pages')
  await expect(dialog.getByRole('checkbox', { name: /src\/pages\.js/ })).toBeChecked()
  await expect(dialog).toContainText('1 line of it is your own')
  await examineAll(page, 'changes-commit')
  // A hook that does not end is ended, and nothing was committed.
  const hook = join(project, '.git/hooks/pre-commit')
  writeFileSync(hook, '#!/bin/sh\nsleep 600\n', { mode: 0o755 })
  await workbench.orrery('trust', 'all', '--project', project)
  await dialog.getByRole('button', { name: 'Commit 1 file' }).click()
  await expect(dialog.getByRole('status')).toContainText('may take a while')
  await dialog.getByRole('button', { name: 'Stop committing' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(git(project, 'log', '-1', '--format=%s')).toBe('Ask less\n')
  rmSync(hook)
  // Somebody commits meanwhile: what would be committed now is looked at, in the words that were typed.
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Mend the pages now')
  git(project, 'commit', '-q', '--allow-empty', '-m', 'Meanwhile')
  await dialog.getByRole('button', { name: 'Commit 1 file' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Look at what would be committed now')
  await expect(async () => {
    const button = dialog.getByRole('button', { name: 'Commit 1 file' })
    if (await button.isVisible()) await button.click()
    await expect(dialog).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
  expect(git(project, 'show', '--format=%s', '--stat', 'HEAD')).toMatch(
    /^Mend the pages now\n\n src\/pages\.js \| 3 \+\+-/,
  )
  expect(git(project, 'status', '--porcelain')).toBe(' M README.md\n M src/pages.js\n?? NOTES.md\n')
  await changes(page).getByRole('button', { name: 'Commit…' }).click()
  await expect(page.getByText('Nothing was accepted that is not committed.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
