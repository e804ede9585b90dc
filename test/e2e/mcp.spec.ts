import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { oddServer } from '../support/mcp-oddities/mcp-oddities.ts'
import { type ModelRequest, type Reply, startModelServer } from '../support/model-server.ts'
import { startOAuthServer } from '../support/scripted-oauth.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { approve, openFolder, panel, prompt, untilIdle } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce' })

const modules = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol')
const everything = join(modules, 'server-everything/dist/index.js')
const node = process.execPath

/** Asks for the tool that the prompt names, and says when it is done. */
function script({ messages, tools }: ModelRequest): Reply {
  const last = messages.at(-1)
  const name = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  if (last?.role === 'tool') return { text: 'Done.' }
  return tools.includes(name)
    ? { calls: [{ name, args: { message: 'hello from the server' } }] }
    : { text: `There is no ${name}.` }
}

async function open({ page, project, dataDir }: Workbench, url: string): Promise<void> {
  await chooseScriptedModel(dataDir, url)
  await openFolder(page, 'Open a folder…', project)
}

function parts(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const section = dialog.getByRole('tabpanel', { name: 'MCP servers' })
  const rows = section.getByRole('list', { name: 'MCP servers' }).getByRole('listitem')
  const form = section.getByRole('form', { name: 'MCP server' })
  const show = async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await dialog.getByRole('tab', { name: 'MCP servers' }).click()
  }
  const row = (name: string) => section.getByRole('button', { name: new RegExp(`^${name}`) })
  return { dialog, section, rows, form, show, row }
}

test('a server of one’s own is added, shows its tools, and is switched off and removed', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  const { section, form, show, row } = parts(page)
  await show()
  await expect(section.getByText('There are no MCP servers yet.')).toBeVisible()
  await examine(page, 'mcp-empty')

  await section.getByRole('button', { name: 'Add a server' }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toHaveText(/^Name it in letters/)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('everything')
  await form.getByRole('textbox', { name: 'Command' }).fill(`${node} ${everything}`)
  await form.getByRole('textbox', { name: /^Environment/ }).fill(`TOKEN=\${secret:token}`)
  await form.getByLabel('Secret “token”').fill('kept for nobody else')
  await examine(page, 'mcp-form')
  await page.keyboard.press('Enter')
  await expect(row('everything')).toHaveText(/\d+ tools, 1 left outreadyyours/)
  await row('everything').click()
  const tools = section.getByRole('list', { name: 'Tools' })
  await expect(tools.getByText('echo', { exact: true })).toBeVisible()
  await examine(page, 'mcp-ready')

  const gate = section.getByRole('switch', { name: 'everything' })
  await gate.click()
  await expect(gate).not.toBeChecked()
  await expect(row('everything')).toHaveText(/off/)
  await gate.click()
  await expect(row('everything')).toHaveText(/ready/)
  await section.getByRole('button', { name: 'Change everything' }).click()
  await expect(form.getByLabel('Secret “token”')).toHaveValue('')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await row('everything').click()
  await section.getByRole('button', { name: 'Remove everything' }).click()
  await page.getByRole('button', { name: 'Remove the server' }).click()
  await expect(section.getByText('There are no MCP servers yet.')).toBeVisible()
})

test('what the project names waits for trust; what fails says why; a sign-in is gone through', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startOAuthServer()
  const mcpServers = {
    broken: { command: 'no-such-program-anywhere' },
    guarded: { url: server.url },
  }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers }))
  await openFolder(page, 'Open a folder…', project)
  const { dialog, section, show, row } = parts(page)
  await show()
  await expect(row('guarded')).toHaveText(/not trustedthis project’s/)
  await section.getByRole('button', { name: 'Look at it: guarded' }).click()
  const trust = dialog.getByRole('tabpanel', { name: 'Trust' })
  await trust.getByRole('button', { name: 'Trust all 2' }).click()
  await expect(trust.getByRole('button', { name: /^Withdraw/ })).toHaveCount(2)
  await dialog.getByRole('tab', { name: 'MCP servers' }).click()
  await expect(row('broken')).toHaveText(/There is no program “no-such-program.*failed/)
  await expect(row('guarded')).toHaveText(/It wants you to sign in.*sign in/)
  await row('broken').click()
  await examine(page, 'mcp-failed')

  await section.getByRole('button', { name: 'Sign in to guarded' }).click()
  const link = section.getByRole('link', { name: /^Go on at 127\.0\.0\.1/ })
  await expect(link).toBeVisible()
  await fetch((await link.getAttribute('href')) ?? '')
  await expect(row('guarded')).toHaveText(/1 toolready/)
  await row('guarded').click()
  await section.getByRole('button', { name: 'Sign out of guarded' }).click()
  await expect(row('guarded')).toHaveText(/sign in/)
})

test('a run calls an MCP tool once a person has said so, and shows what it answered', async ({
  workbench,
}) => {
  const { page, orrery } = workbench
  await using server = await startModelServer(script)
  await open(workbench, server.url)
  const { form, section, show, row } = parts(page)
  await show()
  await section.getByRole('button', { name: 'Add a server' }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('all')
  await form.getByRole('textbox', { name: 'Command' }).fill(`${node} ${everything}`)
  await page.keyboard.press('Enter')
  await expect(row('all')).toHaveText(/ready/)
  await page.keyboard.press('Escape')

  await prompt(page).fill('mcp__all__echo')
  await page.keyboard.press('Enter')
  const card = page.getByRole('group', { name: 'Decide' }).first()
  await expect(card).toBeVisible()
  const transcript = panel(page, 'Transcript')
  await expect(transcript.getByText('hello from the server').first()).toBeVisible()
  await expect(transcript.getByText(/of the MCP server “all”/)).toBeVisible()
  await expect(transcript.getByText(/The server calls this tool “Echo Tool”/)).toBeVisible()
  await examine(page, 'mcp-approval')
  await approve(page)
  await untilIdle(page)
  await transcript.getByRole('button', { name: /all: echo/ }).click()
  await expect(transcript.getByText('Echo: hello from the server')).toBeVisible()
  await examine(page, 'mcp-called')

  await prompt(page).fill('mcp__all__get-tiny-image')
  await page.keyboard.press('Enter')
  await approve(page)
  await untilIdle(page)
  await transcript.getByRole('button', { name: /all: get-tiny-image/ }).click()
  await examine(page, 'mcp-picture')
  expect((await orrery('mcp', 'list')).code).toBe(0)
})

test('a run names the MCP servers that it goes without; a tool that was left out says why', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(script)
  const mcpServers = { odd: oddServer('tool: no input schema') }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers }))
  await open(workbench, server.url)
  await prompt(page).fill('mcp__odd-project__good')
  await page.keyboard.press('Enter')
  await untilIdle(page)
  const transcript = panel(page, 'Transcript')
  await expect(transcript.getByText('Runs without MCP server odd (not trusted)')).toBeVisible()
  await examine(page, 'mcp-missing')
  await transcript.getByRole('button', { name: 'Open settings' }).click()
  const { dialog, section, row } = parts(page)
  await dialog
    .getByRole('tabpanel', { name: 'Trust' })
    .getByRole('button', { name: /^Trust/ })
    .click()
  await dialog.getByRole('tab', { name: 'MCP servers' }).click()
  await expect(row('odd')).toHaveText(/1 tool, 1 left out.*ready/)
  await row('odd').click()
  const leftOut = section.getByRole('list', { name: 'Tools that were left out' })
  await expect(leftOut.getByRole('listitem')).toHaveText(/oddIt has no input schema\./)
  await examine(page, 'mcp-left-out')
})
