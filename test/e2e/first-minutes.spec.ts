import { expect, type Locator, type Page } from '@playwright/test'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { examine } from './access.ts'
import { findApp } from './desktop-app.ts'
import { keepScreen } from './screens.ts'
import { panel, playhead, prompt, seqOf, untilAsked } from './window.ts'
import { test as base } from './workbench.ts'

/** Pointer in hand: every act on the window counts, and nothing is done beside them. */
class Newcomer {
  readonly #acts: string[] = []

  async click(target: Locator, what: string): Promise<void> {
    await target.click()
    this.#acts.push(what)
  }

  /** Chosen in whichever dialog asks: one act, as in the system's own. */
  async chooseFolder(page: Page, path: string): Promise<void> {
    this.#acts.push('choose the folder')
    if (findApp(page)) return
    const dialog = page.getByRole('dialog', { name: 'Open a folder' })
    await dialog.getByRole('textbox', { name: 'Path' }).fill(path)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('list', { name: `Folders in ${path}` })).toBeVisible()
    await dialog.getByRole('button', { name: 'Open this folder' }).click()
  }

  async paste(field: Locator, text: string): Promise<void> {
    await field.fill(text)
    this.#acts.push('paste')
  }

  async press(page: Page, key: string): Promise<void> {
    await page.keyboard.press(key)
    this.#acts.push(key)
  }

  get acts(): readonly string[] {
    return this.#acts
  }
}

const RIGHT_KEY = 'sk-right-key-of-somebody'

interface Providers {
  readonly keyInEnvironment: string | undefined
  readonly provider: ModelServer
  readonly hasOllama: boolean
}

const test = base.extend<Providers & { newcomer: Newcomer }>({
  keyInEnvironment: [undefined, { option: true }],
  hasOllama: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  newcomer: async ({}, use) => use(new Newcomer()),
  provider: async ({ hasOllama }, use) => {
    const models = hasOllama ? ['llama3.2:3b', 'qwen3:8b'] : ['claude']
    const key = hasOllama ? {} : { key: RIGHT_KEY }
    await using server = await startModelServer(() => ({ text: 'I hear you.' }), { models, ...key })
    await use(server)
  },
  hostEnv: async ({ provider, hasOllama, keyInEnvironment }, use) =>
    use({
      ANTHROPIC_BASE_URL: provider.origin,
      // Whatever runs on the machine of the tests is not there.
      OLLAMA_HOST: hasOllama ? provider.origin : '127.0.0.1:1',
      ...(keyInEnvironment !== undefined && { ANTHROPIC_API_KEY: keyInEnvironment }),
    }),
})

function modelsCard(page: Page): Locator {
  return page.getByRole('region', { name: 'Models' })
}

function lineOf(page: Page, label: string): Locator {
  return modelsCard(page).getByRole('listitem').filter({ hasText: label })
}

test('a real replay is one click away, and that click is the one that stands out', async ({
  workbench: { page },
  newcomer,
}) => {
  const replay = page.getByRole('button', { name: 'Replay it' })
  await expect(replay).toHaveClass(/primary/)
  await expect(page.getByRole('button', { name: 'Open a folder…' })).not.toHaveClass(/primary/)
  await examine(page, 'first-screen')
  await newcomer.click(replay, 'Replay it')
  await expect(page.getByText('Replaying')).toBeVisible()
  await expect.poll(() => seqOf(page)).toBeGreaterThan(5)
  await expect(panel(page, 'Timeline').locator('canvas').first()).toBeVisible()
  const ahead = await playhead(page).getAttribute('aria-valuemax')
  expect(Number(ahead)).toBeGreaterThan(100)
  expect(newcomer.acts).toHaveLength(1)
})

test('the demo agent is at work on one’s own folder after two', async ({
  workbench: { page, project },
  newcomer,
}) => {
  const demo = page.getByRole('button', { name: 'Run the demo agent on one' })
  await newcomer.click(demo, 'Run the demo agent on one')
  await newcomer.chooseFolder(page, project)
  await expect(prompt(page)).toBeVisible()
  await expect(page.getByText('running', { exact: true })).toBeVisible()
  await expect(panel(page, 'Files').getByRole('treeitem', { name: /README/ })).toBeVisible()
  expect(newcomer.acts).toHaveLength(2)
})

test('a key is pasted, tried and kept after three; a wrong one is refused in words', async ({
  workbench: { page },
  newcomer,
}) => {
  const anthropic = lineOf(page, 'Anthropic').first()
  await anthropic.getByRole('button', { name: 'Add Anthropic' }).click()
  await anthropic.getByLabel('Key of Anthropic').fill('sk-wrong')
  await page.keyboard.press('Enter')
  await expect(anthropic.getByRole('status')).toHaveText(/Anthropic rejected this key\. Check that/)
  await examine(page, 'first-key-refused')
  await anthropic.getByRole('button', { name: 'Cancel' }).click()

  await newcomer.click(anthropic.getByRole('button', { name: 'Add Anthropic' }), 'Add')
  await newcomer.paste(anthropic.getByLabel('Key of Anthropic'), RIGHT_KEY)
  await newcomer.press(page, 'Enter')
  await expect(anthropic.getByRole('status')).toHaveText('Anthropic accepts this key.')
  await expect(anthropic.getByRole('img', { name: 'ready', exact: true })).toBeVisible()
  expect(newcomer.acts).toHaveLength(3)
  expect(await page.content()).not.toContain(RIGHT_KEY)
})

test.describe('with a key in the environment', () => {
  test.use({ keyInEnvironment: RIGHT_KEY })

  test('it is offered by name, tried when it is wanted, and answers after two', async ({
    workbench: { page, project },
    newcomer,
    provider,
  }) => {
    const anthropic = lineOf(page, 'Anthropic').first()
    await expect(anthropic.getByText('ANTHROPIC_API_KEY found, not tried yet')).toBeVisible()
    await expect(anthropic.getByRole('img', { name: 'not tried yet' })).toBeVisible()
    await keepScreen(page, 'first-key-untried')
    await newcomer.click(anthropic.getByRole('button', { name: 'Use Anthropic' }), 'Use')
    await expect(anthropic.getByRole('status')).toHaveText(
      'Anthropic accepts the key in ANTHROPIC_API_KEY.',
    )
    await expect(anthropic.getByRole('img', { name: 'ready', exact: true })).toBeVisible()
    const models = anthropic.getByRole('group', { name: 'New sessions begin with' })
    await newcomer.click(models.getByRole('button').first(), 'a model')
    await expect(models.getByRole('button', { pressed: true })).toHaveCount(1)
    expect(newcomer.acts).toHaveLength(2)
    await examine(page, 'first-key-found')
    expect(await page.content()).not.toContain(RIGHT_KEY)

    await page.getByRole('button', { name: 'Open a folder…' }).click()
    await newcomer.chooseFolder(page, project)
    await prompt(page).fill('Are you there?')
    await page.keyboard.press('Enter')
    await untilAsked(page, provider)
    await expect(panel(page, 'Transcript').getByText('I hear you.')).toBeVisible()
    expect(provider.requests[0]?.headers['x-api-key']).toBe(RIGHT_KEY)
  })
})

test.describe('with a wrong key in the environment', () => {
  test.use({ keyInEnvironment: 'sk-of-last-year' })

  test('it is refused by its name, and another is entered in its place', async ({
    workbench: { page },
  }) => {
    const anthropic = lineOf(page, 'Anthropic').first()
    await anthropic.getByRole('button', { name: 'Use Anthropic' }).click()
    await expect(anthropic.getByRole('status')).toHaveText(
      'Anthropic rejected the key in ANTHROPIC_API_KEY. Correct it there and restart Orrery, or enter another key here.',
    )
    await expect(anthropic.getByRole('img', { name: 'key refused' })).toBeVisible()
    await keepScreen(page, 'first-key-in-environment-refused')
    await anthropic.getByRole('button', { name: 'Enter another key' }).click()
    await anthropic.getByLabel('Key of Anthropic').fill(RIGHT_KEY)
    await page.keyboard.press('Enter')
    await expect(anthropic.getByRole('status')).toHaveText('Anthropic accepts this key.')
    await expect(anthropic.getByText('key found in Orrery’s own store')).toBeVisible()
  })
})

test.describe('with Ollama running', () => {
  test.use({ hasOllama: true })

  test('its models are offered, and one of them answers after two', async ({
    workbench: { page },
    newcomer,
  }) => {
    const ollama = lineOf(page, 'Ollama')
    await expect(ollama.getByText('2 models')).toBeVisible()
    await newcomer.click(ollama.getByRole('button', { name: 'Use Ollama' }), 'Use')
    await expect(ollama.getByRole('status')).toHaveText('Ollama is running.')
    await newcomer.click(ollama.getByRole('button', { name: 'qwen3:8b' }), 'a model')
    await expect(ollama.getByRole('button', { pressed: true })).toHaveText('qwen3:8b')
    expect(newcomer.acts).toHaveLength(2)
    await keepScreen(page, 'first-ollama')
  })
})
