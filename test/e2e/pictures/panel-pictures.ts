import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { delimiter, dirname, join, resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startModelServer } from '../../support/model-server.ts'
import { openFolder, panel, playhead, prompt, untilIdle } from '../window.ts'
import { test, type Workbench } from '../workbench.ts'
import { layOut } from './lay-out.ts'
import { ASKED, SHOP_PAGE, tellPanelStory } from './panel-story.ts'
import { give, take } from './take.ts'

test.use({
  colorScheme: 'dark',
  hostEnv: {
    ANTHROPIC_API_KEY: 'sk-ant-scripted',
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  },
})

/** The story's project, opened, with a model that is scripted. */
async function begin({ page, project, orrery }: Workbench, origin: string): Promise<string> {
  await orrery('settings', 'baseUrls.anthropic', origin)
  await orrery('settings', 'model', 'anthropic:claude-sonnet-5')
  await orrery('settings', 'profile', 'trusted')
  const storefront = layOut(project)
  await openFolder(page, 'Open a folder…', storefront)
  return storefront
}

async function ask(page: Page, words: string): Promise<void> {
  await prompt(page).fill(words)
  await prompt(page).press('Enter')
}

/** Approves whatever asks until there is what is waited for. */
async function approveUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const approve = page
    .getByRole('group', { name: 'Decide' })
    .getByRole('button', { name: 'Approve' })
  await expect(async () => {
    if (await approve.first().isVisible()) await approve.first().click({ timeout: 1_000 })
    expect(await isThere()).toBe(true)
  }).toPass({ timeout: 120_000 })
}

/** Approves whatever asks until the agent said its last words and is idle. */
async function untilSaid(page: Page, words: string): Promise<void> {
  const transcript = panel(page, 'Transcript')
  await approveUntil(page, () => transcript.getByText(words).isVisible())
  await untilIdle(page)
}

test('the debugger, stopped at a line', async ({ workbench }) => {
  const { page } = workbench
  await using server = await startModelServer(tellPanelStory())
  await begin(workbench, server.origin)
  await give(page, 'Show or hide the debugger')
  await ask(page, ASKED.debug)
  await untilSaid(page, 'in place of being granted')
  await playhead(page).focus()
  const stopped = panel(page, 'Debugger')
  await expect(async () => {
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(stopped.getByText('leewaySeconds')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expect(panel(page, 'Editor').getByText('← stopped here')).toBeVisible()
  await playhead(page).blur()
  await take(page, 'debugger')
})

test('what tests and types came to', async ({ workbench }) => {
  const { page } = workbench
  // Both, with what is said around them.
  await page.setViewportSize({ width: 1440, height: 1280 })
  await using server = await startModelServer(tellPanelStory())
  const project = await begin(workbench, server.origin)
  const leeway = `export const leewaySeconds: number = '300'
export function until(exp: number): Date {
  return exp * 1000
}
`
  writeFileSync(join(project, 'src/auth/leeway.ts'), leeway)
  await ask(page, ASKED.check)
  await untilSaid(page, 'mix seconds with texts')
  const transcript = panel(page, 'Transcript')
  for (const row of [/^Run the tests/, /^Check src/]) {
    await transcript.getByRole('button', { name: row }).click()
  }
  const tests = transcript.getByRole('button', { name: /^Run the tests/ })
  await tests.evaluate((row) => row.scrollIntoView({ block: 'start' }))
  await take(page, 'results')
})

test('what is to be done', async ({ workbench }) => {
  const { page, orrery } = workbench
  await using server = await startModelServer(tellPanelStory())
  const project = await begin(workbench, server.origin)
  const titles = [
    'Grant the leeway in isExpired',
    'Regression tests for skewed clocks',
    'Log out on all devices',
    'Say in README how long a session lasts',
    'Reject tokens that were issued ahead of time',
  ]
  for (const title of titles) await orrery('tasks', 'add', title, '--project', project)
  await orrery('tasks', 'done', '4', '--project', project)
  await give(page, 'Show or hide the tasks')
  const tasks = panel(page, 'Tasks')
  await change(page, 1, { Status: 'In progress', Priority: 'Urgent', 'Who does it': 'lead' })
  await change(page, 2, { 'Waits for': '#1, #5', 'Who does it': 'tester' })
  await change(page, 5, { Priority: 'High' })
  await ask(page, ASKED.plan)
  await untilSaid(page, 'its tests wait for it')
  await give(page, 'Show or hide the terminals')
  await expect(tasks.getByRole('listitem')).toHaveCount(5)
  await take(page, 'tasks')
})

/** Fills a task's form, as a person does. */
async function change(
  page: Page,
  id: number,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const tasks = panel(page, 'Tasks')
  await tasks.getByRole('button', { name: new RegExp(`^#${id}`) }).click()
  const form = tasks.getByRole('form', { name: `Task #${id}` })
  for (const [label, value] of Object.entries(fields)) {
    const choice = form.getByRole('combobox', { name: label })
    if (await choice.isVisible()) await choice.selectOption({ label: value })
    else await form.getByRole('textbox', { name: label }).fill(value)
  }
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
}

test('what reviewers said of a change', async ({ workbench }) => {
  const { page } = workbench
  await using server = await startModelServer(tellPanelStory())
  await begin(workbench, server.origin)
  await ask(page, ASKED.leeway)
  await untilSaid(page, 'five minutes longer')
  await give(page, 'Start code review…')
  const dialog = page.getByRole('dialog', { name: 'Start code review' })
  await dialog.getByRole('checkbox', { name: /^design/ }).uncheck()
  await dialog.getByRole('button', { name: 'Start code review', exact: true }).click()
  const findings = panel(page, 'Code review')
  await expect(findings.getByRole('heading', { name: 'Request changes' })).toBeVisible({
    timeout: 30_000,
  })
  await untilIdle(page)
  await give(page, 'Show or hide the terminals')
  await findings.getByRole('button', { name: 'src/auth/token.js:10' }).first().click()
  await expect(panel(page, 'Editor').getByRole('region', { name: 'Finding' })).toBeVisible()
  await take(page, 'code-review')
})

test('a page that an agent shows', async ({ workbench }) => {
  const { page } = workbench
  const shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(SHOP_PAGE)
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  await using server = await startModelServer(
    tellPanelStory(`http://localhost:${portOf(shop)}/lamps`),
  )
  await begin(workbench, server.origin)
  await ask(page, ASKED.show)
  const shown = panel(page, 'Preview').frameLocator('iframe')
  await untilSaid(page, 'each can be ordered')
  await expect(shown.getByText('Floor lamp')).toBeVisible()
  await take(page, 'preview')
  shop.closeAllConnections()
  shop.close()
})

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address === 'object' && address) return address.port
  throw new Error('It listens.')
}

test('terminals that agents keep, and one that a person took over', async ({ workbench }) => {
  const { page } = workbench
  await using server = await startModelServer(tellPanelStory())
  await begin(workbench, server.origin)
  await ask(page, ASKED.serve)
  const terminals = panel(page, 'Terminals')
  await approveUntil(page, async () => (await terminals.getByRole('tab').count()) === 3)
  await terminals.getByRole('tab', { name: /terminal-3$/ }).click()
  await terminals.getByRole('button', { name: 'Take over' }).click()
  await expect(terminals.getByRole('textbox', { name: 'Terminal input' })).toBeFocused()
  await page.keyboard.type('export PS1="$ "; clear; cat package.json\n')
  await untilPrinted(page, 'node src/index.js')
  await terminals.getByRole('button', { name: 'Show on the right' }).click()
  await page.getByRole('menuitem', { name: /terminal-1 on the right/ }).click()
  await terminals.getByRole('tab', { name: /terminal-3$/ }).click()
  await untilPrinted(page, 'node src/index.js')
  await take(page, 'terminals')
})

/** A terminal draws on a canvas: what it shows is found by its search. */
async function untilPrinted(page: Page, text: string): Promise<void> {
  const terminals = panel(page, 'Terminals')
  await terminals.getByRole('button', { name: 'Find in the terminal' }).click()
  const bar = terminals.getByRole('search', { name: 'Find in the terminal' })
  await bar.getByRole('textbox').fill(text)
  await expect(bar.getByRole('status')).toHaveText(/^\d+ match/)
  await bar.getByRole('textbox').press('Escape')
}

test('MCP servers, and what tools stand on', async ({ workbench }) => {
  const { page, orrery } = workbench
  await orrery(
    'settings',
    'languageServers.rust',
    '{"command":["rust-analyzer"],"endings":[".rs"]}',
  )
  await orrery('settings', 'debuggers.go', `{"command":"dlv","args":["dap","--port","$\{port}"]}`)
  const project = layOut(workbench.project)
  const modules = join(project, 'node_modules/@modelcontextprotocol')
  mkdirSync(modules, { recursive: true })
  const real = resolve(import.meta.dirname, '../../../node_modules/@modelcontextprotocol')
  symlinkSync(join(real, 'server-everything'), join(modules, 'server-everything'))
  const mcpServers = {
    everything: {
      command: 'node',
      args: ['node_modules/@modelcontextprotocol/server-everything/dist/index.js'],
    },
    tickets: { url: 'https://tickets.example.com/mcp' },
  }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers }))
  await openFolder(page, 'Open a folder…', project)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Trust' }).click()
  await dialog.getByRole('button', { name: 'Trust: everything' }).click()
  await dialog.getByRole('tab', { name: 'MCP servers' }).click()
  const everything = dialog.getByRole('button', { name: /^everything/ })
  await expect(everything).toHaveText(/\d+ tools.*ready/, { timeout: 30_000 })
  await everything.click()
  await take(page, 'mcp-servers')
  await dialog.getByRole('tab', { name: 'Tools', exact: true }).click()
  await dialog.getByRole('list', { name: 'Debug adapters' }).scrollIntoViewIfNeeded()
  await take(page, 'tools')
})
