import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { keepScreen } from './screens.ts'
import {
  approve,
  oneWaiting,
  openFolder,
  panel,
  playhead,
  prompt,
  seqOf,
  startDemo,
  untilIdle,
} from './window.ts'
import { test } from './workbench.ts'

test.use({ isDemoWatched: true })

test('a run is watched in two lanes, survives a reload, asks, and is wound back', async ({
  workbench,
}) => {
  const { page, project } = workbench
  const source = () => readFileSync(join(project, 'src/pages.js'), 'utf8')
  const broken = source()
  await startDemo(workbench)

  // Two subagents at once, each in a lane that grows.
  const subagents = panel(page, 'Transcript').getByRole('list', { name: 'Subagents' })
  await expect(subagents.getByRole('listitem')).toHaveCount(2)
  const early = await seqOf(page)
  await expect.poll(() => seqOf(page)).toBeGreaterThan(early)
  await keepScreen(page, 'session-running')

  // The page goes, the run does not.
  await page.reload()
  await expect(subagents.getByRole('listitem')).toHaveCount(2)
  await expect.poll(() => seqOf(page)).toBeGreaterThan(early)

  await expect(oneWaiting(page)).toBeVisible()
  await keepScreen(page, 'session-waiting')
  expect(source()).toBe(broken)
  await approve(page)
  await expect.poll(source).not.toBe(broken)
  await approve(page)
  await untilIdle(page)
  await expect(panel(page, 'Terminals').getByText('ended with 0')).toBeVisible()
  await keepScreen(page, 'session-ended')

  // Back to the mark of the edit, and one event before it.
  const end = await seqOf(page)
  await panel(page, 'Files')
    .getByRole('treeitem', { name: /pages\.js/ })
    .click()
  const editor = panel(page, 'Editor')
  await expect(editor.getByText('Math.ceil')).toBeVisible()
  await playhead(page).focus()
  const changed = panel(page, 'Files').getByRole('tab', { name: /Changed/ })
  for (let step = 0; step < 10 && !(await changed.innerText()).endsWith('0'); step += 1) {
    await page.keyboard.press('[')
    await page.keyboard.press('ArrowLeft')
  }
  await expect(editor.getByText('Math.floor')).toBeVisible()
  expect(await seqOf(page)).toBeLessThan(end)
  await expect(page.getByText('Replaying')).toBeVisible()
  await expect(prompt(page)).toHaveCount(0)
  await expect(panel(page, 'Transcript')).not.toContainText('is repaired')
  await keepScreen(page, 'session-past')

  await page.getByRole('button', { name: 'Back to live' }).first().click()
  await expect(editor.getByText('Math.ceil')).toBeVisible()
  await expect(prompt(page)).toBeVisible()
})

test('a person types in a terminal of the project, and finds it again after a reload', async ({
  workbench,
}) => {
  const { page, project } = workbench
  // Without WebGL the terminal draws text that can be read here.
  await page.addInitScript(refuseWebGl)
  // Its ticket is good for one use: a page that goes before it has its answer has lost it.
  await expect(page.getByRole('button', { name: 'Open a folder…' })).toBeVisible()
  await page.reload()
  await openFolder(page, 'Open a folder…', project)
  const terminals = panel(page, 'Terminals')
  await terminals.getByRole('button', { name: 'Open a terminal' }).first().click()
  const screen = terminals.getByRole('textbox')
  await screen.focus()
  await page.keyboard.type('echo "in $(basename $PWD) $((40 + 2))"\n')
  await expect(terminals).toContainText('in reading-list 42')
  await page.reload()
  await expect(terminals).toContainText('in reading-list 42')
})

test('a person’s edit is saved to the project', async ({ workbench }) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  await panel(page, 'Files')
    .getByRole('treeitem', { name: /README\.md/ })
    .click()
  const editor = panel(page, 'Editor')
  await editor.getByText('Reading list').first().click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Hello. ')
  await expect(editor.getByRole('img', { name: 'Unsaved' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect
    .poll(() => readFileSync(join(project, 'README.md'), 'utf8'))
    .toMatch(/^Hello\. # Reading list/)
  const unsaved = editor.getByRole('img', { name: 'Unsaved' })
  await expect(unsaved).toHaveCount(0)

  // Behind another panel an editor keeps what can be taken back in it, and where it was left.
  const cost = page.getByRole('button', { name: 'Cost', exact: true })
  await cost.click()
  await expect(editor.getByText('Hello.')).toBeHidden()
  await cost.click()
  await editor.getByText('Hello.').click()
  // Word and space are two steps.
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor.getByText('Hello.')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(editor.getByText('Hello. # Reading list')).toBeVisible()
  await expect(unsaved).toHaveCount(0)

  // What somebody else wrote meanwhile is not written over; what is given up for it is offered back.
  await page.keyboard.type('Again. ')
  writeFileSync(join(project, 'README.md'), 'Theirs.')
  await page.keyboard.press('ControlOrMeta+s')
  await editor.getByRole('button', { name: 'Load from disk' }).click()
  await expect(editor.getByText('Theirs.')).toBeVisible()
  await expect(unsaved).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(editor.getByText('Hello. Again.')).toBeVisible()
  await expect(unsaved).toBeVisible()
})

test('two windows, and a run from the shell beside them, show the same', async ({ workbench }) => {
  const { page, project, openAnotherWindow, orrery } = workbench
  await openFolder(page, 'Open a folder…', project)
  const beside = orrery('run', '--project', project, '--model', 'demo:scripted', 'Have a look')
  await page.getByRole('button', { name: 'Sessions' }).click()
  await page
    .getByRole('button', { name: /Have a look/ })
    .first()
    .click()
  const another = await openAnotherWindow()
  await another
    .getByRole('button', { name: /reading-list/ })
    .first()
    .click()
  for (const each of [page, another]) {
    // A window behind another draws nothing.
    await each.bringToFront()
    const subagents = panel(each, 'Transcript').getByRole('list', { name: 'Subagents' })
    await expect(subagents).toBeVisible()
    const early = await seqOf(each)
    await expect.poll(() => seqOf(each)).toBeGreaterThan(early)
  }
  const { code } = await beside
  expect(code).toBe(0)
  for (const each of [page, another]) {
    await each.bringToFront()
    await untilIdle(each)
  }
  const end = await seqOf(another)
  const shown = (each: Page) =>
    Promise.all(['Plan', 'Timeline'].map((name) => panel(each, name).innerText()))
  const said = await shown(another)
  await page.bringToFront()
  await expect.poll(() => seqOf(page)).toBe(end)
  await expect.poll(() => shown(page)).toEqual(said)
  await expect(panel(another, 'Transcript')).toContainText('marker of unfinished work')
})

function refuseWebGl(): void {
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = new Proxy(getContext, {
    apply: (target, canvas, [type, ...rest]: [string]) =>
      type.startsWith('webgl') ? null : Reflect.apply(target, canvas, [type, ...rest]),
  })
}
