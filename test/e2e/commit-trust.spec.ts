import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { changesScript } from '../support/changes-script.ts'
import { startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { openFolder, panel, say } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

function git(project: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8' })
}

/** Has an agent change files without asking, and accepts the first change. */
async function acceptChange({ page, project, dataDir }: Workbench, url: string): Promise<void> {
  git(project, 'config', 'user.name', 'Somebody')
  git(project, 'config', 'user.email', 'somebody@example.com')
  await chooseScriptedModel(dataDir, url, { profile: 'trusted' })
  writeFileSync(join(project, '.orrery/settings.json'), '{}\n')
  git(project, 'commit', '-qam', 'Ask less')
  await openFolder(page, 'Open a folder…', project)
  await say(page, 'Mend the pages')
  await page.keyboard.press('ControlOrMeta+Shift+g')
  const first = panel(page, 'Changes').getByRole('article', { name: /^Change 1 of 3/ })
  await first.getByRole('button', { name: 'Accept' }).click()
}

function parts(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Commit what was accepted' })
  const settings = page.getByRole('dialog', { name: 'Settings' })
  return {
    dialog,
    openDialog: () => panel(page, 'Changes').getByRole('button', { name: 'Commit…' }).click(),
    notice: dialog.getByRole('region', { name: 'Not trusted yet' }),
    commit: dialog.getByRole('button', { name: 'Commit 1 file' }),
    message: dialog.getByRole('textbox', { name: 'Message' }),
    settings,
    rows: settings.getByRole('list', { name: 'What may be trusted' }).getByRole('listitem'),
  }
}

test('a commit waits until the hooks of the repository are trusted', async ({ workbench }) => {
  const { page, project } = workbench
  await using server = await startModelServer(changesScript, { models: ['scripted'] })
  await acceptChange(workbench, server.url)
  const { dialog, openDialog, notice, commit, message, settings, rows } = parts(page)
  await openDialog()
  await expect(commit).toBeEnabled()
  await expect(notice).toBeHidden()
  await message.fill('Mend the pages now')

  // An agent's command can have written both while the dialog is open.
  writeFileSync(join(project, 'ran.sh'), 'touch ran\n')
  const hook = join(project, '.git/hooks/pre-commit')
  writeFileSync(hook, '#!/bin/sh\nsh ran.sh\n', { mode: 0o755 })
  git(project, 'config', 'core.fsmonitor', './ran.sh')
  await commit.click()
  await expect(notice).toContainText('haven’t trusted: pre-commit, core.fsmonitor.')
  await expect(commit).toBeDisabled()
  expect(git(project, 'log', '-1', '--format=%s')).toBe('Ask less\n')
  await examine(page, 'commit-untrusted')

  await notice.getByRole('button', { name: 'Open trust settings' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows).toHaveText([
    /pre-commit.*not trusted.*Git runs the hook pre-commit at a commit.*\.git\/hooks\/pre-commit/,
    /core\.fsmonitor.*not trusted.*Git may run \.\/ran\.sh at a commit.*\.git\/config/,
  ])
  await examine(page, 'settings-trust-git')
  await settings.getByRole('button', { name: '.git/hooks/pre-commit' }).click()
  await expect(settings).toBeHidden()
  await expect(panel(page, 'Editor').getByText('sh ran.sh')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+g')
  await openDialog()
  await expect(message).toHaveValue('Mend the pages now')
  await notice.getByRole('button', { name: 'Open trust settings' }).click()
  await settings.getByRole('button', { name: 'Trust: pre-commit' }).click()
  await settings.getByRole('button', { name: 'Trust: core.fsmonitor' }).click()
  await expect(settings.getByRole('button', { name: /^Withdraw/ })).toHaveCount(2)
  await page.keyboard.press('Escape')

  await openDialog()
  await expect(notice).toBeHidden()
  await expect(message).toHaveValue('Mend the pages now')
  await commit.click()
  await expect(dialog).toBeHidden()
  expect(git(project, 'log', '-1', '--format=%s')).toBe('Mend the pages now\n')
})

test('a changed hook is named where a commit waits for it again', async ({ workbench }) => {
  const { page, project, orrery } = workbench
  await using server = await startModelServer(changesScript, { models: ['scripted'] })
  await acceptChange(workbench, server.url)
  const { openDialog, notice, commit } = parts(page)
  const hook = join(project, '.git/hooks/pre-commit')
  writeFileSync(hook, '#!/bin/sh\n', { mode: 0o755 })
  await orrery('trust', 'all', '--project', project)
  await openDialog()
  await expect(commit).toBeEnabled()
  await expect(notice).toBeHidden()
  writeFileSync(hook, '#!/bin/sh\nexit 1\n')
  await commit.click()
  await expect(notice).toContainText('1 file has changed since you trusted it: .git/hooks/pre-')
  await expect(notice.getByRole('button', { name: 'Open trust settings' })).toBeVisible()
})
