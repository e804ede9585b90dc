import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { holdHost } from './ground.ts'
import { isOnDesktop } from './target.ts'
import { oneWaiting, openFolder, panel, prompt, startDemo, untilIdle } from './window.ts'
import { test } from './workbench.ts'

test.use({ reducedMotion: 'reduce' })

async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: section, exact: true }).click()
  return dialog.getByRole('tabpanel', { name: section, exact: true })
}

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('what a person always allows is not asked again, until they take it back', async ({
    workbench,
  }) => {
    const { page } = workbench
    await startDemo(workbench)
    const card = page.getByRole('region', { name: 'lead wants to change a file' })
    await card.getByRole('button', { name: 'Always allow…' }).click()
    const rule = page.getByRole('group', { name: 'src/pages.js only this call so far' })
    await expect(rule).toBeVisible()
    // A menu is over the page, and in none of its landmarks.
    await examine(page, 'always-allow', ['region'])
    await rule.getByRole('menuitem', { name: 'In this project' }).click()
    await expect(panel(page, 'Editor').getByText('Math.ceil')).toBeVisible()

    const rules = await openSettings(page, 'Permissions')
    await expect(rules.getByRole('list', { name: 'Permissions' }).getByRole('listitem')).toHaveText(
      /src\/pages\.js.*this project/,
    )
    await examine(page, 'settings-rules')
    await rules.getByRole('button', { name: 'Revoke: src/pages.js' }).click()
    await expect(rules.getByText('No permissions yet.')).toBeVisible()

    // What a call would come to is asked without making it.
    await rules.getByRole('textbox', { name: 'Command' }).fill('sudo rm -rf /')
    await page.keyboard.press('Enter')
    await expect(rules.getByRole('status')).toHaveText(/It would be refused/)
    await rules.getByLabel('Tool').selectOption('read_file')
    await rules.getByLabel('Path').fill('src/pages.js')
    await page.keyboard.press('Enter')
    await expect(rules.getByRole('status')).toHaveText(/It would run/)
    await examine(page, 'settings-policy')
    await page.keyboard.press('Escape')

    // A call that waits when its run is stopped does not wait any more; the end stays in sight.
    await expect(oneWaiting(page)).toBeVisible()
    await page.keyboard.press('ControlOrMeta+.')
    await untilIdle(page)
    const transcript = panel(page, 'Transcript')
    await expect(transcript.getByText('not run')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 700 })
    await expect(transcript.getByRole('button', { name: 'Go on' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Newest' })).toHaveCount(0)
  })
})

test.describe('in the light', () => {
  test.use({ colorScheme: 'light' })

  test('a key that is refused is kept only where a person insists', async ({ workbench }) => {
    const { page } = workbench
    await using server = await startModelServer(() => ({ text: 'Yes.' }), {
      models: ['one'],
      key: 'right-key',
    })
    const models = await openSettings(page, 'Models')
    const name = 'OpenAI-compatible server'
    await models.getByRole('button', { name: `Address: ${name}` }).click()
    await models.getByRole('textbox', { name: `Address of ${name}` }).fill(server.url)
    await page.keyboard.press('Enter')
    await models.getByRole('button', { name: `Add key: ${name}` }).click()
    await models.getByLabel(`Key of ${name}`).fill('wrong-key')
    await page.keyboard.press('Enter')
    await expect(models.getByRole('status')).toContainText('rejected')
    await examine(page, 'settings-models')
    await models.getByRole('button', { name: 'Keep it anyway' }).click()
    await expect(models.getByRole('button', { name: `Remove key: ${name}` })).toBeVisible()
    await models.getByRole('button', { name: `Change key: ${name}` }).click()
    await models.getByLabel(`Key of ${name}`).fill('right-key')
    await page.keyboard.press('Enter')
    await models.getByRole('button', { name: `Check: ${name}` }).click()
    await expect(models.getByRole('status')).toHaveAttribute('data-status', 'accepted')
  })

  test('a form that is opened while another is being saved stays open', async ({ workbench }) => {
    test.skip(isOnDesktop, 'The host is the app itself there.')
    const { page } = workbench
    const models = await openSettings(page, 'Models')
    const name = 'OpenAI-compatible server'
    await models.getByRole('button', { name: `Address: ${name}` }).click()
    const address = models.getByRole('textbox', { name: `Address of ${name}` })
    await address.fill('http://127.0.0.1:9/v1')
    const host = holdHost(workbench)
    await page.keyboard.press('Enter')
    await models.getByRole('button', { name: `Add key: ${name}` }).click()
    const key = models.getByLabel(`Key of ${name}`)
    await key.fill('half a ')
    host.goOn()
    await expect(models.getByRole('button', { name: `Check: ${name}` })).toBeVisible()
    await page.keyboard.type('key')
    await expect(key).toHaveValue('half a key')
    await expect(address).toHaveCount(0)
  })

  test('a subagent type is written, checked while it is, and kept', async ({ workbench }) => {
    const { page, project } = workbench
    await openFolder(page, 'Open a folder…', project)
    const agents = await openSettings(page, 'Agents')
    await agents.getByRole('button', { name: 'Write a new type' }).click()
    const text = agents.getByLabel('Definition')
    await expect(agents.getByRole('status')).toContainText('my-agent')
    await text.fill('---\nname: Scribe\ndescription: Writes\n---\nWrite.')
    await expect(agents.getByText('Write the name in small letters')).toBeVisible()
    await expect(agents.getByRole('button', { name: 'Save' })).toBeDisabled()

    // What is typed is there again after a look elsewhere.
    await agents.getByRole('button', { name: 'All agents' }).click()
    await agents.getByRole('button', { name: 'Write a new type' }).click()
    await expect(text).toHaveValue(/name: Scribe/)
    await text.fill('---\nname: scribe\ndescription: Writes\ntools: Read\n---\nWrite.')
    await expect(agents.getByRole('status')).toContainText('read_file')
    await examine(page, 'settings-definition')
    await agents.getByRole('button', { name: 'Save' }).click()
    await expect(agents.getByRole('button', { name: /^scribe/ })).toBeVisible()
    expect(readFileSync(join(project, '.orrery/agents/scribe.md'), 'utf8')).toContain('scribe')
  })

  test('a subagent type is switched off, and a limit taken away, for good', async ({
    workbench,
  }) => {
    const { page, project } = workbench
    const folder = join(project, '.orrery/agents')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'broken.md'), 'Not a definition.\n')
    await openFolder(page, 'Open a folder…', project)
    const agents = await openSettings(page, 'Agents')
    await agents.getByRole('switch', { name: 'tester' }).click()
    await expect(agents.getByRole('switch', { name: 'tester' })).not.toBeChecked()
    await expect(agents.getByText('broken.md')).toBeVisible()
    await examine(page, 'settings-agents')
    await page.keyboard.press('Escape')
    const limits = await openSettings(page, 'Budgets and limits')
    await limits.getByRole('textbox', { name: 'A session' }).fill('2.50')
    await limits.getByRole('textbox', { name: 'Tool calls' }).fill('3,000')
    await limits.getByRole('checkbox', { name: 'Minutes: no limit' }).click()
    await expect(limits.getByRole('checkbox', { name: 'Minutes: no limit' })).toBeChecked()
    await examine(page, 'settings-limits')
    await page.reload()
    await expect(prompt(page)).toBeVisible()
    const again = await openSettings(page, 'Budgets and limits')
    await expect(again.getByRole('textbox', { name: 'A session' })).toHaveValue('2.5')
    await expect(again.getByRole('textbox', { name: 'Tool calls' })).toHaveValue('3000')
    await expect(again.getByRole('checkbox', { name: 'Minutes: no limit' })).toBeChecked()
    await page.getByRole('tab', { name: 'Agents' }).click()
    await expect(page.getByRole('switch', { name: 'tester' })).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'reviewer' })).toBeChecked()
    await page.keyboard.press('Escape')

    // A playbook begins a prompt, from its first letter.
    await prompt(page).fill('/rev')
    await expect(page.getByRole('listbox', { name: 'Playbooks' })).toBeVisible()
    await prompt(page).press('Enter')
    await expect(prompt(page)).toHaveValue('/review ')
  })
})

test.describe('with a limit on events that an earlier version stored', () => {
  test.use({
    seed: {
      fill: async (dataDir: string) => {
        await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
        await store.settings.edit(() => ({ limits: { events: 5000, minutes: 30 } }))
      },
    },
  })

  test('a stored limit on events is said to have no effect, until it is removed', async ({
    workbench: { page, project },
  }) => {
    await openFolder(page, 'Open a folder…', project)
    const notice = page.getByRole('alert').filter({ hasText: 'limits.events has no effect' })
    await expect(notice).toBeVisible()
    await examine(page, 'settings-event-limit')
    await notice.getByRole('button', { name: 'Remove setting' }).click()
    await expect(notice).toHaveCount(0)
    const limits = await openSettings(page, 'Budgets and limits')
    await expect(limits.getByRole('textbox', { name: 'Minutes' })).toHaveValue('30')
    await expect(limits.getByRole('textbox', { name: 'Tool calls' })).toHaveAttribute(
      'placeholder',
      '2000',
    )
    await expect(limits.getByRole('textbox', { name: 'Events' })).toHaveCount(0)
    await page.reload()
    await expect(prompt(page)).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
})
