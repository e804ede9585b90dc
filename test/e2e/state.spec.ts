import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { openFolder, prompt } from './window.ts'
import { test } from './workbench.ts'

test.use({ reducedMotion: 'reduce' })

function lay(project: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
}

const release = (tools: string) =>
  `---\nname: release\ndescription: How a release is made.\nallowed-tools: ${tools}\n---\nTag it.`

async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: section, exact: true }).click()
  return page.getByRole('tabpanel', { name: section, exact: true })
}

test('a skill is switched off, the next prompt says so, and its session is deleted', async ({
  workbench,
}) => {
  const { page, project, dataDir } = workbench
  lay(project, {
    'AGENTS.md': 'Use tabs.',
    'CLAUDE.md': 'Use tabs.',
    '.orrery/rules/broken.md': '---\nglobs: {\n---\nNever told.',
    '.orrery/skills/release/SKILL.md': release('Bash(git:*) Read'),
    '.claude/skills/release/SKILL.md': release('Read'),
    '.claude/skills/odd/SKILL.md': 'Nothing.',
  })
  await openFolder(page, 'Open a folder…', project)
  const skills = await openSettings(page, 'Skills')
  await skills.getByRole('button', { name: /^release/ }).click()
  await expect(skills.getByText('names Bash(git:*), Read. That allows nothing')).toBeVisible()
  await expect(skills.getByText('.claude/skills/release/SKILL.md')).toBeVisible()
  const leftOut = skills.getByRole('list', { name: 'Files that were left out' })
  await expect(leftOut).toContainText('.claude/skills/odd/SKILL.md')
  await skills.getByRole('switch', { name: 'release' }).click()
  await expect(skills.getByRole('switch', { name: 'release' })).not.toBeChecked()
  await examine(page, 'settings-skills')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Search, or run a command' }).click()
  await page.getByRole('option', { name: 'Show the next prompt' }).click()
  const parts = page.getByRole('list', { name: 'Parts of the next prompt' })
  await expect(parts.getByText('release is switched off.')).toBeVisible()
  await expect(parts.getByText('It says the same as AGENTS.md.')).toBeVisible()
  await expect(parts.getByText(/^Left out: .*not valid YAML/)).toBeVisible()
  await parts.getByRole('button', { name: /^instructions AGENTS\.md/ }).click()
  await expect(parts.getByText('<instructions from="/workspace/AGENTS.md">')).toBeVisible()
  await examine(page, 'next-prompt')
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('reviewer')
  await expect(parts.getByText('The subagent type reviewer')).toBeVisible()
  await page.keyboard.press('Escape')

  const data = await openSettings(page, 'Data')
  await expect(data.getByText(dataDir)).toBeVisible()
  await expect(data.getByText('orrery backup FILE')).toBeVisible()
  const sessions = data.getByRole('row', { name: /New session/ })
  await expect(sessions).toHaveCount(1)
  await expect(data.getByText(/^\d+ kB indexes, settings, and room/)).toBeVisible()
  await examine(page, 'settings-data')
  await sessions.getByRole('button', { name: 'Delete New session' }).click()
  await expect(data.getByText('There are none yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
})

test('a memory is written, edited in two windows at once, and deleted', async ({ workbench }) => {
  const { page, project, openAnotherWindow } = workbench
  lay(project, { 'AGENTS.md': 'Use tabs.' })
  await openFolder(page, 'Open a folder…', project)
  const address = new URL(page.url()).hash
  const memory = await openSettings(page, 'Memory')
  await expect(memory.getByText('Nothing is kept yet.')).toBeVisible()
  await memory.getByRole('button', { name: 'New memory' }).click()
  await memory.getByRole('textbox', { name: 'Name' }).fill('build')
  await memory.getByRole('textbox', { name: 'Text of the new memory' }).fill('Run make.')
  await memory.getByRole('button', { name: 'Save' }).click()
  const list = memory.getByRole('list', { name: 'Memories' })
  await expect(list).toHaveText(/build\.md.*tokens/)
  await expect(memory.getByText('/AGENTS.md')).toBeVisible()
  await examine(page, 'settings-memory')

  const text = memory.getByRole('textbox', { name: 'Text of build.md' })
  await list.getByRole('button', { name: /^build\.md/ }).click()
  await text.fill('Run make all.')
  // What is not saved is there again, also once the settings were closed.
  await page.keyboard.press('Escape')
  await openSettings(page, 'Memory')
  await list.getByRole('button', { name: /^build\.md/ }).click()
  await expect(text).toHaveValue('Run make all.')

  const other = await openAnotherWindow()
  await other.goto(new URL(address, other.url()).href)
  await expect(prompt(other)).toBeVisible()
  const theirs = await openSettings(other, 'Memory')
  await theirs.getByRole('button', { name: /^build\.md/ }).click()
  await theirs.getByRole('textbox', { name: 'Text of build.md' }).fill('Run ninja.')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('list', { name: 'Memories' })).toBeVisible()

  await expect(memory.getByText('Nothing was overwritten')).toBeVisible()
  await expect(text).toHaveValue('Run make all.')
  await expect(memory.getByRole('button', { name: 'Save' })).toBeDisabled()
  await examine(page, 'settings-memory-changed')
  await memory.getByRole('button', { name: 'Load the newer' }).click()
  await expect(text).toHaveValue('Run ninja.')
  await memory.getByRole('button', { name: 'All memories' }).click()
  await list.getByRole('button', { name: 'Delete build.md' }).click()
  await expect(memory.getByText('Nothing is kept yet.')).toBeVisible()
})
