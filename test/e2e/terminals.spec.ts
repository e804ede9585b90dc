import { expect, type Page } from '@playwright/test'
import { startModelServer } from '../support/model-server.ts'
import { answersIn, calls, createGate, scriptAgents } from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { readStored } from './stored-events.ts'
import {
  answerForCard,
  drawTerminalsAsText,
  openTerminal,
  shell,
  terminalText,
} from './terminal-window.ts'
import {
  approve,
  goTo,
  openFolder,
  panel,
  playhead,
  prompt,
  untilAsked,
  untilIdle,
} from './window.ts'
import { test, type Workbench } from './workbench.ts'

test('a person finds text in a terminal by keyboard', async ({ workbench: { page, project } }) => {
  await openTerminal(page, project)
  await page.keyboard.type(
    'printf "Pear\\npear\\napple\\n"; clear; printf "Pear\\npear\\napple\\n"; echo do""ne\n',
  )
  await expectPrinted(page, 'done')
  await page.keyboard.press('ControlOrMeta+f')
  const bar = panel(page, 'Terminals').getByRole('search', { name: 'Find in the terminal' })
  const field = bar.getByRole('textbox', { name: 'Text to find' })
  await expect(field).toBeFocused()
  const told = bar.getByRole('status')
  // What was printed last comes first, and from there it goes up.
  await field.fill('pea')
  await expect(told).toHaveText('2 matches, this is number 2')
  await field.fill('pear')
  await expect(told).toHaveText('2 matches, this is number 2')
  await field.press('Enter')
  await expect(told).toHaveText('2 matches, this is number 1')
  await field.press('Shift+Enter')
  await expect(told).toHaveText('2 matches, this is number 2')
  await examine(page, 'terminal-search')
  await bar.getByRole('button', { name: 'Match case' }).click()
  await expect(told).toHaveText('1 match, this is number 1')
  await field.fill('cherry')
  await expect(told).toHaveText('Not found')
  await expect(bar.getByRole('button', { name: 'Next match' })).toBeDisabled()
  await field.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(shell(page)).toBeFocused()

  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox').fill('Find in the terminal')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
})

for (const hasCard of [true, false]) {
  const by = hasCard ? 'the graphics card' : 'elements where there is no graphics card'
  test(`a terminal is drawn by ${by}`, async ({ workbench: { page, project } }) => {
    await page.addInitScript(answerForCard, hasCard)
    // A page that goes before it is let in has lost its ticket.
    await page.getByRole('button', { name: 'Open a folder…' }).waitFor()
    await page.reload()
    await openTerminal(page, project)
    await page.keyboard.type('echo do""ne\n')
    await expectPrinted(page, 'done')
    const screen = panel(page, 'Terminals').locator('.xterm-screen')
    await expect(screen.locator('canvas:not(.xterm-link-layer)')).toHaveCount(hasCard ? 1 : 0)
    await expect(screen.locator('.xterm-rows')).toHaveCount(hasCard ? 0 : 1)
  })
}

test('what a program prints can be read on any ground', async ({
  workbench: { page, project },
}) => {
  await drawTerminalsAsText(page)
  await openTerminal(page, project)
  await page.keyboard.type("printf '\\033[1;42m PASS \\033[0m\\n'\n")
  const badge = panel(page, 'Terminals').locator('.xterm-rows span', { hasText: /^ PASS $/ })
  await expect.poll(() => badge.evaluate(contrastOf)).toBeGreaterThanOrEqual(4.4)
})

/** Runs in the page. How far the text of an element stands out, as WCAG 2.2 counts it. */
function contrastOf(element: Element): number {
  const { color, backgroundColor } = getComputedStyle(element)
  const [lighter = 0, darker = 0] = [color, backgroundColor]
    .map((value) => {
      const [red = 0, green = 0, blue = 0] = (value.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

test('a person has two terminals side by side, and finds them so again', async ({
  workbench: { page, project },
}) => {
  await openTerminal(page, project)
  const terminals = panel(page, 'Terminals')
  await page.keyboard.press('ControlOrMeta+Shift+d')
  await expect(terminals.getByRole('tab')).toHaveText([/^\w+$/, /^\w+ 2$/])
  await expect(shell(page)).toHaveCount(2)
  await expect(shell(page).last()).toBeFocused()
  await page.keyboard.type('echo right"-"side\n')
  await page.keyboard.press('ControlOrMeta+Alt+ArrowRight')
  await expect(shell(page).first()).toBeFocused()
  await page.keyboard.type('echo left"-"side\n')
  await examine(page, 'terminals-split')

  const separator = terminals.getByRole('separator', { name: 'Width of the left terminal' })
  await separator.focus()
  const before = Number(await separator.getAttribute('aria-valuenow'))
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(async () => Number(await separator.getAttribute('aria-valuenow')))
    .toBeLessThan(before)
  const narrowed = await separator.getAttribute('aria-valuenow')
  await page.reload()
  await expect(shell(page)).toHaveCount(2)
  await expect(separator).toHaveAttribute('aria-valuenow', `${narrowed}`)

  await terminals.getByRole('button', { name: 'Show on the right' }).click()
  await page.getByRole('menuitem', { name: 'A new terminal on the right' }).click()
  await expect(terminals.getByRole('tab')).toHaveCount(3)
  await expect(shell(page)).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox').fill('Show one terminal')
  await page.keyboard.press('Enter')
  await expect(shell(page)).toHaveCount(1)
})

test('a person resets a terminal that a program left in a bad state', async ({
  workbench: { page, project },
}) => {
  await drawTerminalsAsText(page)
  await openTerminal(page, project)
  await page.keyboard.type('echo bef""ore\n')
  const text = terminalText(page)
  await expect(text).toContainText('before')
  // The alternate screen, the line drawing set, and a title without an end, which hides what follows.
  await page.keyboard.type("printf '\\033[?1049h\\033[Hcra\\163hed\\033(0\\033]0;title'\n")
  await expect(text).toContainText('crashed')
  await expect(text).not.toContainText('before')
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox').fill('Reset terminal')
  await page.keyboard.press('Enter')
  await expect(text).toContainText('before')
  await expect(text).not.toContainText('crashed')
  await shell(page).focus()
  await page.keyboard.type('echo re""covered\n')
  await expect(text).toContainText('recovered')

  await page.keyboard.type("printf '\\033[?1049h\\033[Hcra\\163hed'\n")
  await expect(text).toContainText('crashed')
  await panel(page, 'Terminals').getByRole('button', { name: 'Reset terminal' }).click()
  await expect(text).toContainText('recovered')
  await examine(page, 'terminal-reset')
  // A window that comes later finds it reset.
  await page.reload()
  await expect(text).toContainText('recovered')
  await expect(text).not.toContainText('crashed')
})

const ASKING = 'printf "Name: "; read name < /dev/tty; echo "hello $name"; read more < /dev/tty'

const ask = scriptAgents({ ask: [calls({ name: 'run_command', args: { command: ASKING } })] })

test("a person takes an agent's terminal over, answers, and gives it back", async ({
  workbench,
}) => {
  const { page } = workbench
  await using server = await startModelServer(ask)
  // What a terminal is drawn with is still on its way when it is taken.
  const drawing = /\/terminal-sides-.*\.js$/
  const wanted = createGate()
  await page.route(drawing, async (route) => {
    await wanted.opened
    await route.continue()
  })
  await beginAsking(workbench, server.url)
  const terminals = panel(page, 'Terminals')
  await expect(terminals).toContainText("agent's terminal · read only")
  await terminals.getByRole('button', { name: 'Take over' }).click()
  await expect(terminals).toContainText('you have it')
  wanted.open()
  await expect(shell(page)).toBeFocused()
  await page.unroute(drawing)
  await page.keyboard.type('Ada\n')
  await expectPrinted(page, 'hello Ada')
  await examine(page, 'terminal-taken')

  await terminals.getByRole('button', { name: 'Give back' }).click()
  await expect(terminals).toContainText("agent's terminal · read only")
  await shell(page).focus()
  await page.keyboard.type('nothing\n')
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox').fill('Take over the agent')
  await page.keyboard.press('Enter')
  await expect(terminals).toContainText('you have it')
  await expect(shell(page)).toBeFocused()
  await page.keyboard.type('more\n')
  await untilIdle(page)
  await expect(terminals).toContainText("agent's terminal · read only · ended with 0")
  await expect(terminals.getByRole('button', { name: 'Take over' })).toHaveCount(0)
  const told = server.requests.flatMap(answersIn).at(-1) ?? ''
  expect(told).toMatch(/hello Ada[\s\S]*more/)
  expect(told).toMatch(/A person had this terminal from .* and from .* to its end/)
  expect(told).not.toContain('nothing')

  // At a moment of the past it is as it was then.
  const taken = (await readStored(workbench)).findLast(({ kind }) => kind === 'terminal.taken')
  await goTo(page, taken?.seq ?? 0)
  await expect(terminals).toContainText('a person has it')
  await expect(terminals.getByRole('button', { name: 'Give back' })).toHaveCount(0)
})

test('moved through the past, a terminal is at no time empty', async ({ workbench }) => {
  const { page, project, dataDir } = workbench
  const say = (word: string) => calls({ name: 'run_command', args: { command: `echo ${word}` } })
  await using server = await startModelServer(scriptAgents({ talk: [say('first'), say('second')] }))
  await chooseScriptedModel(dataDir, server.url)
  await page.addInitScript(answerForCard, false)
  await page.reload()
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('talk')
  await prompt(page).press('Enter')
  await approve(page)
  await approve(page)
  await untilIdle(page)
  const printed = panel(page, 'Terminals').locator('.xterm-rows')
  await expect(printed).toContainText('second')
  const events = await readStored(workbench)
  const first = events.findLast(({ kind }) => kind === 'approval.requested')?.seq ?? 0
  const frames = await printed.evaluateHandle(watchFrames)
  for (const [seq, last] of [
    [first, 'first'],
    [events.length, 'second'],
    [first, 'first'],
  ] as const) {
    await goTo(page, seq)
    await expect(printed).toContainText(last)
    await expect(printed.getByText('second')).toHaveCount(last === 'second' ? 2 : 0)
  }
  expect(await frames.evaluate((seen) => seen.filter((text) => !text.includes('first')))).toEqual(
    [],
  )
})

/** Runs in the page. What an element says in each frame from now on, once all that draws in it has drawn. */
function watchFrames(element: Element): readonly string[] {
  const seen: string[] = []
  const probe = document.body.appendChild(document.createElement('div'))
  probe.style.position = 'fixed'
  // Sizes are told between the last that draws and the frame.
  new ResizeObserver(() => seen.push(element.textContent)).observe(probe)
  requestAnimationFrame(function look() {
    probe.style.width = `${1 + (seen.length % 2)}px`
    requestAnimationFrame(look)
  })
  return seen
}

const keep = (action: string, args: Readonly<Record<string, unknown>> = {}) =>
  calls({ name: 'manage_terminal', args: { action, ...args } })

const keeping = scriptAgents({
  keep: [
    keep('start', { command: 'echo ser""ving; sleep 600' }),
    keep('start'),
    keep('wait', { terminal: 'terminal-2', pattern: '^hello from Ada', timeout_seconds: 60 }),
  ],
})

test('terminals that an agent keeps are watched side by side, and taken over', async ({
  workbench,
}) => {
  const { page, project, dataDir } = workbench
  await using server = await startModelServer(keeping)
  await chooseScriptedModel(dataDir, server.url)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('keep')
  await prompt(page).press('Enter')
  await untilAsked(page, server)
  const terminals = panel(page, 'Terminals')
  await expect(terminals.getByRole('tab', { name: /terminal-1$/ })).toBeVisible()
  await expect(terminals.getByRole('tab')).toHaveCount(2)
  await terminals.getByRole('tab', { name: /terminal-1$/ }).click()
  await shell(page).focus()
  await expectPrinted(page, 'serving')
  await terminals.getByRole('tab', { name: /terminal-2$/ }).click()
  await terminals.getByRole('button', { name: 'Take over' }).click()
  await expect(terminals).toContainText('you have it')
  await expect(shell(page)).toBeFocused()
  await page.keyboard.type('echo hel""lo from Ada\n')
  await expectPrinted(page, 'hello from Ada')
  await examine(page, 'terminal-kept')
  await untilIdle(page)
  const told = server.requests.flatMap(answersIn).at(-1) ?? ''
  expect(told).toMatch(/A person has this terminal now[\s\S]*hello from Ada/)
  // They end with the run.
  await expect(terminals).toContainText("agent's terminal · read only · ended by a signal")
  await terminals.getByRole('tab', { name: /terminal-1$/ }).click()
  await expect(terminals).toContainText('ended by a signal')
})

test('a terminal is typed into in the window that took it, and in no other', async ({
  workbench,
}) => {
  const { page } = workbench
  await using server = await startModelServer(ask)
  await beginAsking(workbench, server.url)
  const terminals = panel(page, 'Terminals')
  const other = await workbench.openAnotherWindow()
  await other.goto(`${new URL(other.url()).origin}/${new URL(page.url()).hash}`)
  const elsewhere = panel(other, 'Terminals')
  await prompt(other).focus()
  await terminals.getByRole('button', { name: 'Take over' }).click()
  await expect(terminals).toContainText('you have it')
  await expect(elsewhere).toContainText('taken over in another window')
  await expect(prompt(other)).toBeFocused()
  await examine(other, 'terminal-taken-elsewhere')
  await shell(other).focus()
  await other.keyboard.type('Eve')

  // From the past it comes back without the keys.
  await playhead(page).press('ArrowLeft')
  await expect(terminals).not.toContainText('you have it')
  await playhead(page).press('End')
  await expect(terminals).toContainText('you have it')
  await expect(playhead(page)).toBeFocused()

  // A page that is loaded anew has it no longer, nor the keys, and takes it by one press.
  await page.reload()
  await expect(elsewhere).toContainText("agent's terminal · read only")
  await expect(terminals).toContainText("agent's terminal · read only")
  await expect(shell(page)).not.toBeFocused()
  await terminals.getByRole('button', { name: 'Take over' }).click()
  await expect(shell(page)).toBeFocused()
  await page.keyboard.type('Ada\n')
  await expectPrinted(page, 'hello Ada')

  await elsewhere.getByRole('button', { name: 'Give back' }).click()
  await expect(terminals).toContainText("agent's terminal · read only")
  await elsewhere.getByRole('button', { name: 'Take over' }).click()
  await expect(terminals).toContainText('taken over in another window')
  await expect(shell(other)).toBeFocused()
  await other.keyboard.type('more\n')
  await untilIdle(page)
})

/** Has an agent run a command that asks. */
async function beginAsking({ page, project, dataDir }: Workbench, modelUrl: string): Promise<void> {
  await chooseScriptedModel(dataDir, modelUrl)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('ask')
  await prompt(page).press('Enter')
  await approve(page)
  await expect(panel(page, 'Terminals')).toContainText("agent's terminal · read only")
}

/** A terminal draws on a canvas: what it shows is found by its search. */
async function expectPrinted(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+f')
  const bar = panel(page, 'Terminals').getByRole('search', { name: 'Find in the terminal' })
  await bar.getByRole('textbox').fill(text)
  await expect(bar.getByRole('status')).toHaveText(/^1 match/)
  await bar.getByRole('textbox').press('Escape')
}
