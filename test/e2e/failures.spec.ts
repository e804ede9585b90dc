import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { anthropicEnv } from './anthropic-env.ts'
import { keepScreen } from './screens.ts'
import { openFolder, panel, prompt, untilIdle } from './window.ts'
import { test } from './workbench.ts'

type Env = Readonly<Record<string, string>>

/** What a test needs beside its host, until it has ended. */
async function withFolder(use: (env: Env) => Promise<void>, fill: (folder: string) => Env) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-around-'))
  try {
    await use(fill(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every program of the machine, but git. */
function withoutGit(folder: string): string {
  for (const name of ['sh', 'bash', 'env', 'cat', 'ls', 'rm', 'mkdir']) {
    const found = (process.env.PATH ?? '')
      .split(delimiter)
      .map((one) => join(one, name))
      .find(existsSync)
    if (found) symlinkSync(found, join(folder, name))
  }
  return folder
}

function aboutFolder(page: Page) {
  return panel(page, 'Files').getByRole('list', { name: 'About this folder' })
}

test.describe('no git on the machine', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    hostEnv: async ({}, use) => withFolder(use, (folder) => ({ PATH: withoutGit(folder) })),
  })

  test('is told with what it means, and everything else works', async ({
    workbench: { page, project },
  }) => {
    await openFolder(page, 'Open a folder…', project)
    await expect(aboutFolder(page)).toContainText('There is no git on this machine. Install it')
    await expect(panel(page, 'Files').getByRole('treeitem', { name: /README/ })).toBeVisible()
    await examine(page, 'failure-no-git')
    await aboutFolder(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(aboutFolder(page).getByRole('listitem')).toHaveCount(0)
  })
})

const OLD_GIT = `#!/bin/sh
for word in "$@"; do
  case "$word" in
    version) echo 'git version 2.4.0'; exit 0 ;;
    worktree) echo "git: 'worktree' is not a git command." >&2; exit 1 ;;
  esac
done
PATH="$REAL_PATH" exec git "$@"
`

test.describe('a git that knows no worktrees', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    hostEnv: async ({}, use) =>
      withFolder(use, (folder) => {
        const path = process.env.PATH ?? ''
        writeFileSync(join(folder, 'git'), OLD_GIT)
        chmodSync(join(folder, 'git'), 0o755)
        return { PATH: `${folder}${delimiter}${path}`, REAL_PATH: path }
      }),
  })

  test('is told by its version, and a fork works in a copy', async ({
    workbench: { page, project },
  }) => {
    await openFolder(page, 'Open a folder…', project)
    await expect(aboutFolder(page)).toContainText('Git 2.4.0 is too old to give forks a worktree')
    await examine(page, 'failure-old-git')
    await prompt(page).fill('What is this?')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+.')
    await untilIdle(page)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Fork from here')
    await page.getByRole('option', { name: /^Fork from here/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('It gets a copy of the project of its own')
    await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
    await expect(page.getByText('Works in a copy')).toBeVisible()
  })
})

test('a folder without git can be made a repository, by one button', async ({
  workbench: { page, project },
}) => {
  rmSync(join(project, '.git'), { recursive: true })
  await openFolder(page, 'Open a folder…', project)
  await expect(aboutFolder(page)).toContainText('This folder is not in a git repository')
  await examine(page, 'failure-no-repository')
  await aboutFolder(page).getByRole('button', { name: 'Make it a repository' }).click()
  await expect(aboutFolder(page)).toContainText('Nothing is committed to git yet')
  expect(existsSync(join(project, '.git'))).toBe(true)
})

test.describe('a folder that may not be written', () => {
  test.use({ isReadOnly: true })

  test('is told before anything is tried, and what is saved is refused in words', async ({
    workbench: { page, project },
  }) => {
    await openFolder(page, 'Open a folder…', project)
    await expect(aboutFolder(page)).toContainText('This folder can’t be written.')
    await examine(page, 'failure-read-only')
    await panel(page, 'Files')
      .getByRole('treeitem', { name: /README/ })
      .click()
    await panel(page, 'Editor').locator('.monaco-editor').first().click()
    await page.keyboard.type('More')
    await page.keyboard.press('ControlOrMeta+s')
    const refused = 'README.md is read-only. Make it writable before you change it.'
    await expect(panel(page, 'Editor').getByText(refused)).toBeVisible()
  })
})

async function ask(page: Page, project: string): Promise<void> {
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('Are you there?')
  await page.keyboard.press('Enter')
  await expect(prompt(page)).toHaveValue('')
}

/** Nothing listens there: whatever is given a port by the system is given another. */
const CLOSED = 'http://127.0.0.1:1023'

for (const { what, url, said } of [
  { what: 'refused', url: CLOSED, said: 'Nothing answers at' },
  { what: 'unknown', url: 'http://nowhere.invalid', said: "can't be found" },
] as const) {
  test.describe(`a provider whose address is ${what}`, () => {
    test.use({ hostEnv: anthropicEnv(url) })

    test('is told, with the settings and another try beside it', async ({
      workbench: { page, project },
    }) => {
      await ask(page, project)
      const transcript = panel(page, 'Transcript')
      await expect(transcript.getByText(said).last()).toBeVisible()
      await expect(transcript.getByRole('button', { name: 'Open the settings' })).toBeVisible()
      await expect(transcript.getByRole('button', { name: 'Try again' })).toBeVisible()
      await examine(page, `failure-network-${what}`)
    })
  })
}

test.describe('a key that is wrong', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    hostEnv: async ({}, use) => {
      const reply = { status: 401, error: 'invalid x-api-key' }
      await using server = await startModelServer(() => reply)
      await use(anthropicEnv(server.origin))
    },
  })

  test('is told once it is used, with the settings beside it', async ({
    workbench: { page, project },
  }) => {
    await ask(page, project)
    const transcript = panel(page, 'Transcript')
    await expect(transcript.getByText('Anthropic rejected the API key').last()).toBeVisible()
    await examine(page, 'failure-key')
    await transcript.getByRole('button', { name: 'Open the settings' }).click()
    await expect(page.getByRole('button', { name: 'Change key: Anthropic' })).toBeVisible()
  })
})

test.describe('a model that can’t call tools', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    hostEnv: async ({}, use) => {
      const error = 'registry.ollama.ai/library/tiny:1b does not support tools'
      const models = ['tiny:1b']
      await using server = await startModelServer(() => ({ status: 400, error }), { models })
      await use({ OLLAMA_HOST: server.origin })
    },
  })

  test('is told by its name, and another goes on', async ({ workbench: { page, project } }) => {
    await ask(page, project)
    const transcript = panel(page, 'Transcript')
    const sentence = "tiny:1b can't call tools, which agents need. Choose another model."
    await expect(transcript.getByText(sentence).last()).toBeVisible()
    await examine(page, 'failure-no-tools')
    await transcript.getByRole('button', { name: 'Choose another model…' }).click()
    await page.getByRole('menuitemradio', { name: /scripted/i }).click()
    await transcript.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('running', { exact: true })).toBeVisible()
  })
})

/** All with the same content, which git then keeps once. */
function writeAlike(project: string, files: number): void {
  for (let file = 0; file < files; file += 1) {
    const parent = join(project, `package-${Math.floor(file / 1_000)}`)
    if (file % 1_000 === 0) mkdirSync(parent, { recursive: true })
    writeFileSync(join(parent, `file-${file}.ts`), '')
  }
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', project, ...args])
  git('init', '--quiet')
  git('add', '--all')
  const author = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com']
  git(...author, 'commit', '--quiet', '--message', 'All files')
}

test.describe('a repository of 60,000 files', () => {
  test('is open in seconds, and says how large it is', async ({ workbench: { page, project } }) => {
    // Most of it goes into writing them.
    const large = join(project, '../large')
    writeAlike(large, 60_000)
    await openFolder(page, 'Open a folder…', large)
    const files = panel(page, 'Files')
    await expect(files.getByText('The project has no files yet.')).toHaveCount(0)
    await expect(files.getByRole('treeitem').first()).toBeVisible()
    await expect(aboutFolder(page)).toContainText('A large project, of 60,000 files.')
    await keepScreen(page, 'failure-huge')
  })
})
