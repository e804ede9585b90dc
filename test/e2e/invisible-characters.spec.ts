import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Script, startModelServer } from '../support/model-server.ts'
import { calls, createGate, reads, says, scriptAgents } from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { approve, openFolder, panel, playhead, prompt, untilAsked, untilIdle } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

const NAME = 'photo\u202egpj.js'
/** As it is read out. */
const SPOKEN_NAME = /^photo\s?U\+202E RIGHT-TO-LEFT OVERRIDE\s?gpj\.js/
/** Reads like a listing of files; what follows the override runs. */
const COMMAND = 'echo "\u202etxt.eton sl" > out.txt; echo \u200bdone'
const ASKED = 'Fix \u2066the photo\u2069'
const PERSIAN = 'می\u200cخواهم کتاب\u200cها را ببینم.'
const HINDI = 'क्\u200dष और श्री'
const HEBREW = 'שלום\u200f! נתיב: src/a.ts'
const FAMILY = '👩🏽\u200d👩🏻\u200d👧\u200d👦'
const ENGLAND = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
const PROSE = [PERSIAN, HINDI, HEBREW, `${FAMILY} ${ENGLAND} ❤\ufe0f`]
const FINDING = `Hidden \u202edrow\u202c and \`rm\u200b -r\`.`

const edit = {
  file_path: `/workspace/${NAME}`,
  old_string: 'isAdmin',
  new_string: 'isAdmin /*\u202e \u2066// guests\u2069*/',
}

const script: Script = scriptAgents({
  [ASKED]: [
    calls({ name: 'run_command', args: { command: COMMAND } }),
    calls(reads(edit.file_path), { name: 'edit_file', args: edit }),
    says([...PROSE, FINDING].join('\n\n')),
  ],
})

async function open({ page, project, dataDir }: Workbench, url: string): Promise<void> {
  writeFileSync(join(project, NAME), 'export const user = isAdmin\n')
  writeFileSync(join(project, 'comment.js'), `// a\u200bb, ${PERSIAN}\n`)
  await chooseScriptedModel(dataDir, url)
  await openFolder(page, 'Open a folder…', project)
}

/** Texts and labels of the page with an invisible character outside of a mark. */
function findUnmarked(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const hidden = /[\u200b\u202a-\u202e\u2066-\u2069]/
    const names = [
      'title',
      'aria-label',
      'aria-description',
      'aria-valuetext',
      'alt',
      'placeholder',
    ]
    const isDrawnElsewhere = 'script, style, [data-code] *, .monaco-editor *, .xterm *'
    return [...document.querySelectorAll(`body *:not(${isDrawnElsewhere})`)]
      .flatMap((element) => [
        ...[...element.childNodes].map((node) => (node instanceof Text ? node.data : '')),
        ...names.map((name) => element.getAttribute(name) ?? ''),
      ])
      .filter((text) => hidden.test(text))
      .map((text) => JSON.stringify(text))
  })
}

async function expectMarked(page: Page): Promise<void> {
  await expect.poll(() => findUnmarked(page)).toEqual([])
  expect(await page.locator('[data-code]').count()).toBeGreaterThan(0)
}

/** Selects a line by a triple click, and copies it into the prompt by the clipboard. */
async function copyOf(page: Page, line: Locator): Promise<string> {
  await line.click({ clickCount: 3, position: { x: 20, y: 12 } })
  await page.keyboard.press('ControlOrMeta+C')
  await prompt(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(prompt(page)).not.toHaveValue('')
  const copied = await prompt(page).inputValue()
  await prompt(page).fill('')
  return copied.trimEnd()
}

function place(page: Page, name: RegExp | string) {
  return page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name })
}

test('every panel marks invisible characters, and a copy has the original', async ({
  workbench,
  browser,
}) => {
  const { page, project, orrery, dataDir } = workbench
  await using server = await startModelServer(script)
  await open(workbench, server.url)
  await expect(panel(page, 'Files').getByRole('treeitem', { name: SPOKEN_NAME })).toBeVisible()
  await prompt(page).fill(ASKED)
  await prompt(page).press('Enter')

  const command = page.getByRole('region', { name: 'lead wants to run a command' })
  await expect(command.locator('[data-code="U+202E"]').first()).toBeVisible()
  await expectMarked(page)
  expect(await copyOf(page, command.locator('pre'))).toBe(COMMAND)
  await examine(page, 'invisible-command')
  // A field can't mark them: its text is shown once more.
  await command.getByRole('button', { name: 'Edit' }).click()
  await expect(command.getByRole('textbox', { name: 'Command' })).toHaveValue(COMMAND)
  await expect(command.locator('pre [data-code]')).toHaveCount(2)
  await command.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(panel(page, 'Inbox').locator('[data-code="U+202E"]').first()).toBeVisible()
  await expectMarked(page)
  await examine(page, 'invisible-inbox')
  await page.keyboard.press('ControlOrMeta+i')
  await approve(page)

  const change = page.getByRole('region', { name: 'lead wants to change a file' })
  await expect(change.locator('[data-code="U+2066"]')).toBeVisible()
  await expectMarked(page)
  await examine(page, 'invisible-change')
  await approve(page)
  await untilIdle(page)
  // What ran and what was written is the original.
  expect(readFileSync(join(project, 'out.txt'), 'utf8')).toBe('\u202etxt.eton sl\n')
  expect(readFileSync(join(project, NAME), 'utf8')).toContain(edit.new_string)

  const transcript = panel(page, 'Transcript')
  for (const text of PROSE) await expect(transcript.getByText(text)).toBeVisible()
  await expect(transcript.getByText(PERSIAN)).toHaveCSS('direction', 'rtl')
  await expect(transcript.getByText(HEBREW)).toHaveCSS('direction', 'rtl')
  await expect(transcript.getByText(HINDI)).toHaveCSS('direction', 'ltr')
  await expect(transcript.locator('[data-code="U+200C"], [data-code="U+200D"]')).toHaveCount(0)
  await expectMarked(page)
  await examine(page, 'invisible-transcript')

  await panel(page, 'Files').getByRole('treeitem', { name: SPOKEN_NAME }).click()
  const editor = panel(page, 'Editor')
  // Monaco writes such characters out itself.
  await expect(editor.locator('.view-lines').first()).toContainText('[U+202E]')
  await expectMarked(page)
  await examine(page, 'invisible-editor')

  await panel(page, 'Files').getByRole('treeitem', { name: 'comment.js' }).click()
  await expect(editor.locator('.unicode-highlight')).toHaveCount(1)
  for (const name of ['Changes', 'Code review', 'Logs', 'Cost', 'Timeline', 'Search', 'Sessions']) {
    const button = place(page, new RegExp(`^${name}`))
    if ((await button.count()) === 0) continue
    await button.first().click()
    await expectMarked(page)
  }
  await examine(page, 'invisible-panels')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('photo')
  await expectMarked(page)
  await page.keyboard.press('Escape')

  const file = join(dataDir, 'session.html')
  expect((await orrery('export', 'last', '--out', file)).code).toBe(0)
  expect(readFileSync(file, 'utf8').length).toBeGreaterThan(1000)
  const outputs = [
    await orrery('sessions'),
    await orrery('replay', 'last'),
    await orrery('search', 'photo'),
  ]
  for (const { code, output } of outputs) {
    expect(code).toBe(0)
    expect(output).toMatch(/<U\+20(2E|66)>/)
    expect(output).not.toMatch(/[\u202e\u2066]/)
  }
  await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const replay = await context.newPage()
  await replay.goto(pathToFileURL(file).href)
  await playhead(replay).focus()
  await replay.keyboard.press('End')
  await expect(replay.locator('[data-code="U+202E"]').first()).toBeVisible()
  await expectMarked(replay)
  expect(await replay.title()).toContain('<U+2066>')
})

/** Keeps what the page gives to the system's notifications and draws on canvases, in `window.shown`. */
function recordShown(): void {
  const shown: string[] = []
  class Recorded extends EventTarget {
    static readonly permission = 'granted'
    constructor(title: string, { body }: NotificationOptions) {
      super()
      shown.push(`notification: ${title}: ${body}`)
    }
    close(): void {}
  }
  const fillText = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    shown.push(text)
    fillText.call(this, text, ...place)
  }
  Object.assign(window, { Notification: Recorded, shown })
}

function readShown(): unknown {
  return Object.entries(window).find(([name]) => name === 'shown')?.[1]
}

test('notifications and the timeline write invisible characters out', async ({ workbench }) => {
  const { page } = workbench
  const gate = createGate()
  const command = 'sleep 1; echo \u202exe'
  const waits = async () => {
    await gate.opened
    return { calls: [{ name: 'run_command', args: { command } }] }
  }
  await using server = await startModelServer(scriptAgents({ [ASKED]: [waits] }))
  await page.addInitScript(recordShown)
  await open(workbench, server.url)
  await page.reload()
  await prompt(page).fill(ASKED)
  await prompt(page).press('Enter')
  await untilAsked(page, server)
  const address = page.url()
  await page.getByTitle('All projects').click()
  gate.open()
  const told = 'notification: Fix <U+2066>the photo<U+2069>: A call waits for you in reading-list.'
  await expect.poll(() => page.evaluate(readShown)).toContain(told)
  await page.goto(address)
  const label = expect.stringContaining('echo <U+202E>xe')
  await expect.poll(() => page.evaluate(readShown)).toContainEqual(label)
  expect(JSON.stringify(await page.evaluate(readShown))).not.toMatch(/[\u202e\u2066]/)
})
