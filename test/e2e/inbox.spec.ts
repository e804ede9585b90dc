import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type Script, startModelServer } from '../support/model-server.ts'
import { calls, reads, says, scriptAgents } from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { changeSettings, chooseScriptedModel } from './change-settings.ts'
import { keepScreen } from './screens.ts'
import { goTo, oneWaiting, openFolder, panel, prompt } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

const docs = 'echo docs >> trace.txt'
const edit = {
  file_path: '/workspace/README.md',
  old_string: '# Reading list',
  new_string: '# The reading list\n\nWhat to read next.',
}

const script: Script = scriptAgents({
  'Make the docs': [calls({ name: 'run_command', args: { command: docs } }), says('Made.')],
  'Make two files': [
    calls(
      { name: 'run_command', args: { command: 'echo first >> trace.txt' } },
      { name: 'run_command', args: { command: 'echo second >> trace.txt' } },
    ),
    says('Made.'),
  ],
  'Mend the title': [
    calls(reads(edit.file_path), { name: 'edit_file', args: edit }),
    says('Left as it is.'),
  ],
  'Drop a format': [
    calls({
      name: 'ask_person',
      args: { question: 'Which format is to go?', options: ['The old one', 'Both'] },
    }),
    says('Gone.'),
  ],
})

async function open({ page, project, dataDir }: Workbench, url: string): Promise<void> {
  await chooseScriptedModel(dataDir, url)
  await openFolder(page, 'Open a folder…', project)
}

/** Has the session that is open ask for something. */
async function ask(page: Page, what: string): Promise<void> {
  await prompt(page).fill(what)
  await prompt(page).press('Enter')
  await expect(oneWaiting(page)).toBeVisible()
}

async function newSession(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('New session')
  await page.keyboard.press('Enter')
  await expect(oneWaiting(page)).toHaveCount(0)
}

function badge(page: Page, name: RegExp | string) {
  return page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name })
}

function list(page: Page) {
  return page.getByRole('listbox', { name: 'What waits for you' })
}

/** In a small window, and how it looks in a large one. */
async function examineAll(page: Page, screen: string): Promise<void> {
  await examine(page, screen)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await keepScreen(page, `${screen}-large`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('what waits in several sessions is decided from the inbox, by keyboard alone', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(script)
  await open(workbench, server.url)
  await ask(page, 'Make the docs')
  await newSession(page)
  await ask(page, 'Mend the title')
  await newSession(page)
  await ask(page, 'Drop a format')
  await expect(badge(page, 'Inbox: 3 wait for you')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+i')
  await expect(list(page)).toBeFocused()
  await expect(list(page).getByRole('option')).toHaveText([
    /Run echo docs/,
    /README\.md/,
    /Which format/,
  ])
  await expect(list(page).getByRole('option', { selected: true })).toHaveText(/Run echo docs/)
  await examineAll(page, 'inbox-command')
  await page.keyboard.press('ArrowDown')
  const change = page.getByRole('region', { name: 'lead wants to change a file' })
  await expect(change.getByText('+# The reading list')).toBeVisible()
  await examineAll(page, 'inbox-change')

  // A letter does nothing while the list has the focus, and leaving the card comes back to it.
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowRight')
  await expect(change.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('r')
  await page.keyboard.type('The title is right')
  await page.keyboard.press('Enter')

  const question = page.getByRole('region', { name: 'lead asks you' })
  await expect(question).toBeVisible()
  await expect(list(page)).toBeFocused()
  await expect(badge(page, 'Inbox: 2 wait for you')).toBeVisible()
  await examineAll(page, 'inbox-question')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('The old one')
  await page.keyboard.press('Enter')

  const command = page.getByRole('region', { name: 'lead wants to run a command' })
  await expect(command).toBeVisible()
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(command.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing waits for you.')).toBeVisible()
  await expect(badge(page, 'Inbox')).toHaveAccessibleName('Inbox')
  await expect(panel(page, 'Inbox').locator(':focus')).toHaveCount(1)
  await examineAll(page, 'inbox-empty')
  await expect.poll(() => existsSync(join(project, 'trace.txt'))).toBe(true)
  expect(readFileSync(join(project, 'README.md'), 'utf8')).toContain('# Reading list')

  // The places of the session stay, and its project.
  const rail = page.getByRole('navigation', { name: 'Places' })
  await rail.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Memory' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toContainText('reading-list')
  await page.keyboard.press('Escape')
  await rail.getByRole('button', { name: 'Search' }).click()
  await expect(panel(page, 'Search')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(panel(page, 'Inbox')).toBeVisible()

  // To where one came from, by either.
  for (const keys of ['Escape', 'ControlOrMeta+i']) {
    await page.keyboard.press(keys)
    await expect(prompt(page)).toBeVisible()
    await page.keyboard.press('ControlOrMeta+i')
    await expect(panel(page, 'Inbox')).toBeVisible()
  }
})

test('what is decided elsewhere goes with a sentence, and nothing takes its place unasked', async ({
  workbench,
}) => {
  const { page } = workbench
  await using server = await startModelServer(script)
  await open(workbench, server.url)
  await ask(page, 'Make the docs')
  await newSession(page)
  await ask(page, 'Mend the title')
  await badge(page, /Inbox/).click()
  await expect(list(page).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Transcript').getByText('Make the docs')).toBeVisible()
  await page.goBack()
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()

  const other = await workbench.openAnotherWindow()
  await expect(badge(other, 'Inbox: 2 wait for you')).toBeVisible()
  await badge(other, /Inbox/).click()
  await expect(list(other)).toBeFocused()
  await other.keyboard.press('ArrowRight')
  await other.keyboard.press('Enter')
  await expect(list(other).getByRole('option')).toHaveCount(1)

  await expect(page.getByText('it was decided elsewhere, or its run has ended.')).toBeVisible()
  const next = page.getByRole('button', { name: 'Show the next' })
  await expect(next).toBeFocused()
  await examineAll(page, 'inbox-gone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'lead wants to change a file' })).toBeVisible()
  await expect(list(page)).toBeFocused()
})

test('a session opens from the inbox live, at the card that was chosen', async ({ workbench }) => {
  const { page, project } = workbench
  await using server = await startModelServer(script)
  await open(workbench, server.url)
  await prompt(page).fill('Make two files')
  await prompt(page).press('Enter')
  await expect(page.getByRole('button', { name: '2 waiting', exact: true })).toBeVisible()
  // Who looks at the past of that session is brought back to now.
  await goTo(page, 3)
  await expect(page.getByText('Replaying')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const second = panel(page, 'Transcript')
    .getByRole('region', { name: 'lead wants to run a command' })
    .filter({ hasText: 'echo second' })
  await expect(second.getByRole('button', { name: 'Approve' })).toBeFocused()
  await expect(page.getByText('Replaying')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(second).toBeHidden()

  // So does the command that goes to what waits.
  await goTo(page, 3)
  await page.keyboard.press('ControlOrMeta+Shift+a')
  const first = panel(page, 'Transcript').getByRole('region').filter({ hasText: 'echo first' })
  await expect(first.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  // Both were asked about at once, and run in the order of the answer.
  const trace = join(project, 'trace.txt')
  await expect
    .poll(() => (existsSync(trace) ? readFileSync(trace, 'utf8') : ''))
    .toBe('first\nsecond\n')
})

test('a call that was cut off waits in the inbox, and its session goes on from there', async ({
  workbench,
}) => {
  const { page, project, dataDir } = workbench
  const command = 'echo began | tee -a trace.txt; test -e go-on || sleep 45'
  await using server = await startModelServer(
    scriptAgents({
      'Make the docs': [calls({ name: 'run_command', args: { command } }), says('It has run.')],
    }),
  )
  rmSync(join(project, '.orrery/settings.json'))
  await changeSettings(dataDir, { profile: 'trusted' })
  await open(workbench, server.url)
  await prompt(page).fill('Make the docs')
  await prompt(page).press('Enter')
  await expect(panel(page, 'Files').getByText('trace.txt').first()).toBeVisible()
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'))
  process.kill(pid, 'SIGKILL')
  const again = await workbench.openAnotherWindow()
  await badge(again, 'Inbox: 1 waits for you').click()
  const card = panel(again, 'Inbox').getByRole('region', { name: /was cut off/ })
  await expect(card).toContainText('Until then it changed trace.txt.')
  await expect(card).toContainText('began')
  await examineAll(again, 'inbox-cut-off')
  writeFileSync(join(project, 'go-on'), '')
  await again.keyboard.press('ArrowRight')
  await expect(card.getByRole('button', { name: 'Run again' })).toBeFocused()
  await again.keyboard.press('Enter')
  await expect(again.getByText('Nothing waits for you.')).toBeVisible()
  await again.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => readFileSync(join(project, 'trace.txt'), 'utf8')).toBe('began\nbegan\n')
})
