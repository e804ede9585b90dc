import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type ModelRequest, type Reply, startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { approve, openFolder, prompt, untilIdle } from './window.ts'
import { test } from './workbench.ts'

const VALUE = 'postgres://ada:wonderland@localhost/shop'

test.use({
  reducedMotion: 'reduce',
  hostEnv: { DATABASE_URL: VALUE, DEPLOY_TOKEN: 'a-token-of-the-host' },
})

const MIGRATE = `const { DATABASE_URL } = process.env
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set')
console.log(\`Migrated a database with \${DATABASE_URL.length} characters.\`)
`

/** Migrates at each prompt, and repeats the last line that the command printed. */
function script({ messages }: ModelRequest): Reply {
  const last = messages.at(-1)
  if (last?.role !== 'tool') {
    return { calls: [{ name: 'run_command', args: { command: 'node migrate.mjs' } }] }
  }
  return { text: last.text.includes('Migrated') ? 'The database is migrated.' : 'It failed.' }
}

test('a variable that a failed command lacked is allowed on its card, and the next command gets it', async ({
  workbench,
}) => {
  const { page, project, dataDir, orrery } = workbench
  await using server = await startModelServer(script)
  writeFileSync(join(project, 'migrate.mjs'), MIGRATE)
  await chooseScriptedModel(dataDir, server.url, { profile: 'trusted' })
  await openFolder(page, 'Open a folder…', project)

  await prompt(page).fill('Migrate the database')
  await page.keyboard.press('Enter')
  await approve(page)
  await untilIdle(page)
  const notice = page.getByRole('region', { name: 'Withheld variables' })
  await expect(notice).toContainText('DATABASE_URL is withheld from agents’ programs.')
  expect(server.requests.at(-1)?.messages.at(-1)?.text).toContain(
    "Orrery withholds DATABASE_URL from agents' programs.",
  )
  await examine(page, 'withheld-variable')

  await notice.getByRole('button', { name: 'Allow DATABASE_URL in this project' }).click()
  await expect(notice).toContainText('The next command gets DATABASE_URL.')
  await prompt(page).fill('Migrate it again')
  await page.keyboard.press('Enter')
  await approve(page)
  await expect(page.getByText('The database is migrated.')).toBeVisible()
  await expect(notice).toHaveCount(1)
  expect(JSON.stringify(server.requests)).not.toContain(VALUE)

  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Environment' }).click()
  const section = dialog.getByRole('tabpanel', { name: 'Environment' })
  const allowed = section.getByRole('list', { name: 'Allowed variables' })
  await expect(allowed.getByRole('listitem')).toHaveText([/^DATABASE_URL/])
  const withheld = section.getByRole('list', { name: 'Withheld variables' })
  await expect(withheld.getByText('DEPLOY_TOKEN', { exact: true })).toBeVisible()
  await examine(page, 'settings-environment')

  await section.getByRole('textbox', { name: 'Variable to allow' }).fill('ORRERY_PASSWORD')
  await page.keyboard.press('Enter')
  await expect(section.getByText("Orrery's own variables can't be allowed.")).toBeVisible()
  await section.getByRole('textbox', { name: 'Variable to allow' }).fill('NOT_YET_SET')
  await page.keyboard.press('Enter')
  await expect(allowed.getByRole('listitem')).toHaveText([/^DATABASE_URL/, /^NOT_YET_SETNot set/])
  await section.getByRole('button', { name: 'Withhold DATABASE_URL' }).click()
  await expect(withheld.getByText('DATABASE_URL', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(notice.getByRole('button', { name: /^Allow DATABASE_URL/ })).toBeVisible()
  const { output } = await orrery('settings', 'environment.allow', '--project', project)
  expect(output).toContain('environment.allow     NOT_YET_SET (not set)\n')
})
