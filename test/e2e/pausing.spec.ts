import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type ModelServer, type Script, startModelServer } from '../support/model-server.ts'
import { calls, createGate, says, scriptAgents, task } from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { keepScreen } from './screens.ts'
import { oneWaiting, openFolder, panel, prompt, untilAsked, untilIdle } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

function execute(command: string) {
  return { name: 'run_command', args: { command } }
}

async function begin(
  { page, project, dataDir }: Workbench,
  server: ModelServer,
  what = 'Look around',
): Promise<void> {
  // Its commands would be asked for.
  rmSync(join(project, '.orrery/settings.json'))
  await chooseScriptedModel(dataDir, server.url, { profile: 'trusted' })
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill(what)
  await prompt(page).press('Enter')
  await untilAsked(page, server)
}

/** In a small window, and how it looks in a large one. */
async function examineAll(page: Page, screen: string): Promise<void> {
  await examine(page, screen)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await keepScreen(page, `${screen}-large`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('a run is paused between its steps and goes on, stopped with what is done, or killed', async ({
  workbench,
}) => {
  const { page, project } = workbench
  const gate = createGate()
  const script = scriptAgents({
    'Look around': [
      calls(task('worker one'), task('worker two')),
      says('Both are done.'),
      calls(execute('sleep 45')),
      says('Never said.'),
    ],
    'worker one': [calls(execute('echo one >> trace.txt')), says('One is done.')],
    'worker two': [
      () => gate.opened.then(calls(execute('echo two >> trace.txt'))),
      says('Two is done.'),
    ],
  })
  await using server = await startModelServer(script)
  await begin(workbench, server)
  await expect(panel(page, 'Terminals').getByText('ended with 0')).toBeVisible()
  await page.getByRole('button', { name: 'Pause the run' }).click()
  await expect(page.getByText('Pausing…')).toBeVisible()
  gate.open()
  await expect(page.getByText('paused', { exact: true })).toBeVisible()
  await expect(page.getByText('Every agent goes on from where it is.')).toBeVisible()
  await examineAll(page, 'paused')
  await panel(page, 'Transcript').getByRole('button', { name: 'Go on' }).click()
  await expect(panel(page, 'Transcript').getByText('Both are done.')).toBeVisible()
  await untilIdle(page)
  expect(readFileSync(join(project, 'trace.txt'), 'utf8').trim().split('\n').toSorted()).toEqual([
    'one',
    'two',
  ])

  await prompt(page).fill('Go on')
  await prompt(page).press('Enter')
  await expect(panel(page, 'Transcript').getByText('sleep 45')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopping…')).toBeVisible()
  await expect(prompt(page)).toHaveAttribute('placeholder', /^The run is stopping/)
  await prompt(page).fill('And then tidy up')
  await prompt(page).press('Enter')
  await expect(panel(page, 'Transcript').getByText('waits for the next step')).toBeVisible()
  await expect(page.getByText('Waiting for the model')).toHaveCount(0)
  await examine(page, 'stopping')
  await page.getByRole('button', { name: 'Kill now' }).click()
  await expect(panel(page, 'Transcript').getByText('The run was cut off by you.')).toBeVisible()
  await expect(panel(page, 'Transcript').getByText('is heard when you go on')).toBeVisible()
})

test('how a run ended is in sight, for whoever reads at the end', async ({ workbench }) => {
  const { page, project } = workbench
  const gate = createGate()
  const script = scriptAgents({
    'Look around': [
      calls(execute('echo one >> trace.txt')),
      () => gate.opened.then(says('Never said.')),
    ],
  })
  await using server = await startModelServer(script)
  const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`)
  await begin(workbench, server, ['Look around', ...lines].join('\n'))
  await expect.poll(() => existsSync(join(project, 'trace.txt'))).toBe(true)
  await expect(page.getByText('Waiting for the model')).toBeVisible()
  // Its end takes the place of that row: there are not more of them.
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Kill now' }).click()
  const goOn = panel(page, 'Transcript').getByRole('button', { name: 'Go on' })
  await expect(goOn).toBeInViewport({ ratio: 1 })
  await keepScreen(page, 'killed-long')
})

test('a call that was cut off with its host waits for a word on it, and then the session goes on', async ({
  workbench,
}) => {
  const { page, project, dataDir } = workbench
  const command = 'echo began | tee -a trace.txt; test -e go-on || sleep 45'
  const script: Script = scriptAgents({
    'Look around': [calls(execute(command)), says('It has run.')],
  })
  await using server = await startModelServer(script)
  await begin(workbench, server)
  await expect(panel(page, 'Files').getByText('trace.txt').first()).toBeVisible()
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'))
  process.kill(pid, 'SIGKILL')
  const again = await workbench.openAnotherWindow()
  await again.goto(`${new URL(again.url()).origin}/${new URL(page.url()).hash}`)
  const card = panel(again, 'Transcript').getByRole('region', { name: /was cut off/ })
  await expect(card).toContainText('Until then it changed trace.txt.')
  await expect(oneWaiting(again)).toBeVisible()
  await examineAll(again, 'cut-off')
  writeFileSync(join(project, 'go-on'), '')
  await oneWaiting(again).click()
  await expect(card.getByRole('button', { name: 'Run again' })).toBeFocused()
  await again.keyboard.press('Enter')
  await expect(card).toHaveCount(0)
  await expect(panel(again, 'Transcript').getByText('cut off, will be run again')).toBeVisible()
  await panel(again, 'Transcript').getByRole('button', { name: 'Go on' }).click()
  await expect(panel(again, 'Transcript').getByText('It has run.')).toBeVisible()
  await expect(panel(again, 'Transcript').getByText('cut off, run again')).toBeVisible()
  expect(readFileSync(join(project, 'trace.txt'), 'utf8')).toBe('began\nbegan\n')
})
