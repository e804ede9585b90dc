import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startModelServer } from '../support/model-server.ts'
import { answersIn, calls, reads, says, scriptAgents, task } from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import {
  approve,
  openFolder,
  panel,
  playhead,
  prompt,
  seqOf,
  stepUntil,
  untilIdle,
} from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', colorScheme: 'dark', viewport: { width: 1600, height: 900 } })

const PAGES = '/workspace/src/pages.js'

/** The debugger finds why the last page is lost, the lead mends it, the tester proves it. */
const script = scriptAgents({
  'The last page is lost': [
    calls(task('Find out why pageCount is one too low.', 'debugger')),
    calls(reads(PAGES), {
      name: 'edit_file',
      args: { file_path: PAGES, old_string: 'Math.floor', new_string: 'Math.ceil' },
    }),
    calls(task('Prove that the pages are right, with the tests there are.', 'tester')),
    says('It rounded down: the page of what is left over was lost. Now it rounds up.'),
  ],
  'why pageCount': [
    calls({
      name: 'debug_start',
      args: {
        program: '/workspace/test/pages.test.js',
        breakpoints: [{ path: PAGES, line: 4, condition: 'items === 10' }],
      },
    }),
    calls({ name: 'debug_get_variables', args: {} }),
    calls({
      name: 'debug_evaluate',
      args: { expression: '[items / size, Math.floor(items / size)]' },
    }),
    calls({ name: 'debug_control', args: { action: 'stop' } }),
    (request) => ({ text: `At the breakpoint:\n\n${answersIn(request).slice(1, 3).join('\n\n')}` }),
  ],
  'Prove that the pages': [
    calls({ name: 'run_command', args: { command: 'node --test' } }),
    (request) => ({ text: `The tests say: ${/pass \d+/.exec(answersIn(request).join())?.[0]}` }),
  ],
})

async function begin({ page, project, dataDir }: Workbench, url: string): Promise<void> {
  await chooseScriptedModel(dataDir, url)
  await openFolder(page, 'Open a folder…', project)
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('button', { name: 'Debugger' })
    .click()
  await expect(panel(page, 'Debugger').getByText('appears here')).toBeVisible()
  await prompt(page).fill('The last page is lost')
  await prompt(page).press('Enter')
}

/** Goes on by calls, from the first event, until the debugger’s panel says so. */
async function goUntil(page: Page, words: string): Promise<void> {
  await playhead(page).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => seqOf(page)).toBe(1)
  const said = panel(page, 'Debugger').getByText(words, { exact: true })
  await stepUntil(page, 'Shift+ArrowRight', said)
}

test('a bug is found at a breakpoint, mended and proved, and the replay shows the stopped line', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(script, { models: ['scripted'] })
  await begin(workbench, server.url)
  // What runs and what changes waits for a person.
  for (const asked of ['debugger wants to run', 'lead wants to change', 'tester wants to run']) {
    await expect(page.getByText(asked)).toBeVisible()
    await approve(page)
  }
  await untilIdle(page)
  const transcript = panel(page, 'Transcript')
  await expect(transcript.getByText('Now it rounds up')).toBeVisible()
  await expect(transcript.getByText(/The tests say: pass [1-9]/)).toHaveCount(0)
  expect(readFileSync(join(project, 'src/pages.js'), 'utf8')).toContain('Math.ceil')

  const debuggers = panel(page, 'Debugger')
  await expect(debuggers.getByText('was ended', { exact: true })).toBeVisible()
  await goUntil(page, 'items')
  await expect(debuggers.getByText('stopped at a breakpoint')).toBeVisible()
  await expect(debuggers.getByRole('button', { name: /pageCount.*src\/pages.js:4/ })).toBeVisible()
  await expect(panel(page, 'Editor').getByText('← stopped here')).toBeVisible()
  await expect(panel(page, 'Editor')).toContainText('Math.floor')
  await examine(page, 'debugger-stopped')

  // A call on the stack leads to its line; once the program had gone on, nothing stands there.
  await debuggers
    .getByRole('button', { name: /pages.test.js:/ })
    .first()
    .click()
  await expect(panel(page, 'Editor')).toContainText('what is left over gets')
  await debuggers.getByRole('button', { name: /pageCount/ }).click()
  await playhead(page).focus()
  await page.keyboard.press('End')
  await expect(debuggers.getByText('was ended', { exact: true })).toBeVisible()
  await expect(panel(page, 'Editor')).toContainText('Math.ceil')
  await expect(page.getByText('← stopped here')).toHaveCount(0)
})
