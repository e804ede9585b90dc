import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { breakPackage } from '../support/broken-package.ts'
import { examine } from './access.ts'
import { openFolder, panel } from './window.ts'
import { test } from './workbench.ts'

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  loadFirst: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-around-'))
    await use(breakPackage(folder, 'node-pty', 'without its native part'))
    rmSync(folder, { recursive: true, force: true })
  },
})

test('node-pty without its native part takes terminals away and nothing else, and says what brings them back', async ({
  workbench: { page, project },
}) => {
  await openFolder(page, 'Open a folder…', project)
  const terminals = panel(page, 'Terminals')
  await terminals.getByRole('button', { name: 'Open a terminal' }).first().click()
  await expect(terminals.getByRole('alert')).toContainText(
    'node-pty, which Orrery runs terminals and commands with, does not load',
  )
  await expect(terminals.getByRole('alert')).toContainText('Run npm ci')
  await examine(page, 'failure-no-terminals')
  await panel(page, 'Files')
    .getByRole('treeitem', { name: /README/ })
    .click()
  await expect(panel(page, 'Editor').locator('.monaco-editor').first()).toBeVisible()
})
