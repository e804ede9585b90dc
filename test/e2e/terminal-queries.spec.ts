import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startModelServer } from '../support/model-server.ts'
import { calls, scriptAgents } from '../support/scripted-agents.ts'
import { answersTo, focusReports } from '../support/terminal-queries.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { root } from './ground.ts'
import { readStored } from './stored-events.ts'
import { isOnDesktop } from './target.ts'
import { drawTerminalsAsText, openTerminal, shell, terminalText } from './terminal-window.ts'
import { approve, goTo, openFolder, panel, playhead, prompt } from './window.ts'
import { test, type Workbench } from './workbench.ts'

// A terminal answers a program's queries by typing. Answers to queries of the past are typed into
// whatever runs now:
// - https://github.com/xtermjs/xtermjs.org/issues/200: replayed output was answered once more
// - https://github.com/stablyai/orca/pull/960: `?1;2c` and colors at the prompt of a restored session
// - https://github.com/kamrul1157024/helios/pull/92: each of several windows answered
// - GHSA-mc23-976p-j42x (CVE-2019-0542): what xterm.js answered was typed into the shell as a command

const program = join(root, 'test/support/query-program.ts')

/** The program that asks, seen by what it reads. */
interface Asking {
  readonly command: string
  /** Everything that it has read, in order. */
  readAll(): string
  /** The same without reports of the focus, which come and go with the window. */
  read(): string
  /** Has it ask without a key being typed. */
  askUntyped(): void
}

function programIn({ dataDir }: Workbench): Asking {
  const log = join(dirname(dataDir), 'read.log')
  return {
    command: `'${process.execPath}' '${program}' '${log}'`,
    readAll: () => readFileSync(log, 'latin1'),
    read: () => readFileSync(log, 'latin1').replaceAll(focusReports, ''),
    askUntyped: () => process.kill(Number(readFileSync(`${log}.pid`, 'utf8')), 'SIGUSR2'),
  }
}

/** Starts it in a new terminal, whose queries are answered. */
async function startAsking(workbench: Workbench): Promise<Asking> {
  const { page, project } = workbench
  const asking = programIn(workbench)
  await drawTerminalsAsText(page)
  await openTerminal(page, project)
  await page.keyboard.type(`${asking.command}\n`)
  await expect(terminalText(page)).toContainText('READY.')
  await page.keyboard.type('Z')
  await expect(terminalText(page)).toContainText('ASKED-1.')
  await expect.poll(asking.read).toMatch(answersTo(1))
  return asking
}

/** Types a letter once a window has read what was printed, and expects what the program reads in all. */
async function expectRead(page: Page, { readAll }: Asking, before: string): Promise<void> {
  await shell(page).focus()
  await page.keyboard.type('k')
  await expect.poll(readAll).toContain('k')
  expect(readAll()).toBe(`${before}k`)
}

test('a window that is loaded again answers nothing that was asked before', async ({
  workbench,
}) => {
  const { page } = workbench
  const asking = await startAsking(workbench)
  const before = asking.readAll()
  await page.reload()
  await expect(terminalText(page)).toContainText('ASKED-1.')
  await expect(shell(page)).toBeFocused()
  await expectRead(page, asking, before)
  await page.keyboard.type('Z')
  await expect(terminalText(page)).toContainText('ASKED-2.')
  await expect.poll(() => asking.read().replace('k', '')).toMatch(answersTo(2))
})

test('what is asked while no window is there is answered by none that comes later', async ({
  workbench,
}) => {
  const { page } = workbench
  const asking = await startAsking(workbench)
  const before = asking.read()
  const address = page.url()
  await page.goto('about:blank')
  asking.askUntyped()
  await page.goto(address)
  await expect(terminalText(page)).toContainText('ASKED-2.')
  await expect(shell(page)).toBeFocused()
  await page.keyboard.type('k')
  await expect.poll(asking.read).toContain('k')
  expect(asking.read()).toBe(`${before}k`)
})

test('of two windows on a terminal, one answers', async ({ workbench }) => {
  const { page } = workbench
  const asking = await startAsking(workbench)
  const other = await workbench.openAnotherWindow()
  await drawTerminalsAsText(other)
  await other.goto(`${new URL(other.url()).origin}/${new URL(page.url()).hash}`)
  let asked = 1
  for (const act of [
    async () => asking.askUntyped(),
    () => page.keyboard.type('Z'),
    async () => asking.askUntyped(),
    () => other.keyboard.type('Z'),
    async () => asking.askUntyped(),
  ]) {
    await act()
    asked += 1
    for (const each of [page, other]) {
      await expect(terminalText(each)).toContainText(`ASKED-${asked}.`)
    }
    await expect.poll(asking.read).toMatch(answersTo(asked))
  }
  await other.close()
  const before = asking.read()
  await expect(async () => {
    // What is asked before the host knows that it's closed is answered by nobody.
    asking.askUntyped()
    await expect.poll(asking.read, { timeout: 2_000 }).not.toBe(before)
  }).toPass()
  await expect.poll(() => asking.read().replace(before, '')).toMatch(answersTo(1))
})

test('in the midst of a replay, no report is sent by a mode of the past', async ({ workbench }) => {
  test.skip(isOnDesktop, 'The test delays messages of a WebSocket; the desktop app has none.')
  const { page } = workbench
  const asking = await startAsking(workbench)
  await page.keyboard.type('F')
  await expect(terminalText(page)).toContainText('FLOODED.')
  const before = asking.readAll()
  const rest = Promise.withResolvers<void>()
  await page.routeWebSocket(/.*/, (socket) => {
    const host = socket.connectToServer()
    let sent = Promise.resolve()
    host.onMessage((message) => {
      const isEnd = String(message).includes('FLOODED')
      sent = sent.then(() => (isEnd ? rest.promise : undefined)).then(() => socket.send(message))
    })
  })
  await page.reload()
  await expect(terminalText(page)).toContainText('xxxx')
  const screen = panel(page, 'Terminals').locator('.xterm-screen')
  for (const x of [10, 40, 70]) await screen.hover({ position: { x, y: 10 } })
  rest.resolve()
  await expect(terminalText(page)).toContainText('FLOODED.')
  await expectRead(page, asking, before)
})

test("a person who has an agent's terminal answers nothing when coming back from the past", async ({
  workbench,
}) => {
  const { page, project, dataDir } = workbench
  const asking = programIn(workbench)
  const args = { command: asking.command }
  await using server = await startModelServer(
    scriptAgents({ ask: [calls({ name: 'run_command', args })] }),
  )
  await drawTerminalsAsText(page)
  await chooseScriptedModel(dataDir, server.url)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('ask')
  await prompt(page).press('Enter')
  await approve(page)
  await expect(terminalText(page)).toContainText('READY.')
  asking.askUntyped()
  await expect(terminalText(page)).toContainText('ASKED-1.')
  const terminals = panel(page, 'Terminals')
  await terminals.getByRole('button', { name: 'Take over' }).click()
  await expect(shell(page)).toBeFocused()
  await page.keyboard.type('Z')
  await expect(terminalText(page)).toContainText('ASKED-2.')
  await expect.poll(asking.read).toMatch(answersTo(1))
  const before = asking.read()
  const printed = (await readStored(workbench)).filter(({ kind }) => kind === 'terminal.output')
  await goTo(page, printed[0]?.seq ?? 0)
  await expect(terminalText(page)).not.toContainText('ASKED')
  await playhead(page).press('End')
  await expect(terminals).toContainText('you have it')
  await expect(terminalText(page)).toContainText('ASKED-2.')
  await shell(page).focus()
  await page.keyboard.type('k')
  await expect.poll(asking.read).toContain('k')
  expect(asking.read()).toBe(`${before}k`)
})
