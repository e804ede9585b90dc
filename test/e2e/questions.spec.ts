import { expect, type Locator, type Page } from '@playwright/test'
import { type Script, startModelServer } from '../support/model-server.ts'
import { answersIn, calls, scriptAgents } from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { goTo, oneWaiting, openFolder, panel, prompt, seqOf, untilIdle } from './window.ts'
import { test } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

const sentence = 'Readers of the old format may still exist, and *nobody* counts them. '

/** Markdown over several lines, as long as was asked for. */
function questionOf(chars: number): string {
  const head = '## Which format stays?\n\n- the **old** one\n- the `new` one\n\n'
  return `${head}${sentence.repeat(Math.ceil(chars / sentence.length))}\n\nLast word: choose.`
}

const options = [
  'Keep the old one',
  'Keep the new one, and convert what is there when it is opened',
]

const script: Script = scriptAgents({
  'Ask at length': [ask(5_000), report],
  'Ask without end': [ask(20_000), report],
})

function ask(chars: number) {
  return calls({ name: 'ask_person', args: { question: questionOf(chars), options } })
}

function report(request: Parameters<typeof answersIn>[0]) {
  return { text: `You said: ${answersIn(request).join()}` }
}

/** Only answers are offered, by buttons and by keys. */
async function expectQuestion(page: Page, card: Locator): Promise<void> {
  await expect(card.getByRole('heading', { name: 'Which format stays?' })).toBeVisible()
  await expect(card.getByText('Last word: choose.')).toBeAttached()
  await expect(card.getByRole('button', { name: /Approve|Edit|Always|Reject/ })).toHaveCount(0)
  await expect(card.getByRole('button', { name: options[0] ?? '' })).toBeEnabled()
  await card.getByRole('textbox', { name: 'Answer' }).focus()
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: options[1] ?? '' }).focus()
  for (const key of ['e', 'r', 'a']) await page.keyboard.press(key)
  await expect(card).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Arguments' })).toHaveCount(0)
}

for (const [prompted, chars] of [
  ['Ask at length', 5_000],
  ['Ask without end', 20_000],
] as const) {
  test(`a question of ${chars} characters is shown whole, and is answered, never approved`, async ({
    workbench: { page, project, dataDir },
  }) => {
    await using server = await startModelServer(script)
    await chooseScriptedModel(dataDir, server.url)
    await openFolder(page, 'Open a folder…', project)
    await prompt(page).fill(prompted)
    await prompt(page).press('Enter')
    await expect(oneWaiting(page)).toBeVisible()
    const card = page.getByRole('region', { name: 'lead asks you' })
    await expectQuestion(page, card)
    await examine(page, `question-${chars}`)

    // In the past it is the same, and nothing can be said.
    await goTo(page, (await seqOf(page)) - 1)
    await goTo(page, (await seqOf(page)) + 1)
    await expect(card.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expect(card.getByRole('textbox', { name: 'Answer' })).toBeDisabled()

    await page.keyboard.press('ControlOrMeta+i')
    const inbox = panel(page, 'Inbox').getByRole('region', { name: 'lead asks you' })
    await expectQuestion(page, inbox)
    await examine(page, `question-${chars}-inbox`)
    await inbox.getByRole('button', { name: options[1] ?? '' }).click()
    await expect(page.getByText('Nothing waits for you.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    await untilIdle(page)
    await expect(panel(page, 'Transcript').getByText(`You said: ${options[1]}`)).toBeVisible()
  })
}
