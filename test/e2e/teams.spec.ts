import { expect, type Locator, type Page } from '@playwright/test'
import { type ModelRequest, type ModelServer, startModelServer } from '../support/model-server.ts'
import {
  answersIn,
  calls,
  createGate,
  inBackground,
  says,
  scriptAgents,
  send,
  team,
  toldIn,
} from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { keepScreen } from './screens.ts'
import { openFolder, panel, playhead, prompt, untilAsked, untilIdle } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', colorScheme: 'dark', viewport: { width: 1280, height: 800 } })

/** Lets a lead make a team of two and delegate in the background, and says when each goes on. */
function scriptTeam() {
  const gates = { ada: createGate(), lead: createGate(), ben: createGate(), again: createGate() }
  let isBusy = true
  const lead = async (request: ModelRequest) => {
    const isNew = !answersIn(request).some((answer) => answer.startsWith('Sent to ada'))
    if (!isNew || !toldIn(request).at(-1)?.includes('The list is empty')) return { text: 'Noted.' }
    await gates.lead.opened
    return calls(send('ada', 'And what does **pages.js** do with the remainder?'))()
  }
  const script = scriptAgents({
    'Look into the list': [
      calls(
        team('crew', { ada: 'Find out why the list is empty.', ben: 'Read the tests.' }),
        inBackground('Count the functions that have no test', 'explore'),
      ),
      says('Two teammates and a delegate look into it. I wait for them.'),
      ...Array.from({ length: 8 }, () => lead),
    ],
    'why the list is empty': [
      () => gates.ada.opened.then(calls(send('lead', 'The list is empty on its last page.'))),
      says('I sleep.'),
      () => gates.again.opened.then(says('It rounds the remainder down: a page is lost.')),
    ],
    'Read the tests': [() => gates.ben.opened.then(says('The tests cover whole pages only.'))],
    'Count the functions': [
      () => {
        if (!isBusy) return { text: 'Three functions have no test:\n\n- `toPages`\n- `byYear`' }
        isBusy = false
        return { status: 529 }
      },
    ],
  })
  return { gates, script }
}

async function begin({ page, project, dataDir }: Workbench, server: ModelServer): Promise<void> {
  const others = { fallbacks: ['compatible:second'], delegation: { maxParallel: 1 } }
  await chooseScriptedModel(dataDir, server.url, others)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('Look into the list')
  await prompt(page).press('Enter')
  await untilAsked(page, server)
}

function laneOf(page: Page, name: string): Locator {
  const tree = page.getByRole('treegrid', { name: 'Agents and their work' })
  return tree.getByRole('row', { name: new RegExp(`^${name}[: ]`) })
}

/** In the agents box and in the timeline alike. */
async function expectState(page: Page, states: Readonly<Record<string, string>>): Promise<void> {
  const box = panel(page, 'Transcript').getByRole('list', { name: 'Subagents' })
  for (const [name, state] of Object.entries(states)) {
    await expect(box.getByRole('button', { name: new RegExp(`^${name}.*${state}$`) })).toBeVisible()
    await expect(laneOf(page, name)).toContainText(state)
  }
}

async function lookAt(page: Page, colorScheme: 'dark' | 'light', width: number): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: width === 1280 ? 800 : 1080 })
}

test('a team and a delegate wait for a place, write, sleep and wake', async ({ workbench }) => {
  const { page } = workbench
  const { gates, script } = scriptTeam()
  await using server = await startModelServer(script, { models: ['scripted'] })
  await begin(workbench, server)
  // Tall enough for the agents' box to stay in sight above what is said after it.
  await page.setViewportSize({ width: 1280, height: 1080 })
  const waits = 'waits for a place'
  const transcript = panel(page, 'Transcript')

  await expectState(page, { ada: 'works', ben: waits, explore: waits })
  await expect(transcript.getByText('Waiting for other agents')).toBeVisible()
  await keepScreen(page, 'teams-waiting')

  gates.ada.open()
  await expectState(page, { ada: 'asleep', ben: 'works', explore: waits })
  gates.lead.open()
  await expectState(page, { ada: waits, ben: 'works', explore: waits })
  await expect(transcript.getByText('Write to ada')).toBeVisible()
  gates.ben.open()
  await expectState(page, { ada: 'works', ben: 'asleep', explore: 'done' })
  await lookAt(page, 'light', 1920)
  await keepScreen(page, 'teams-woken')
  gates.again.open()
  await untilIdle(page)
  await expectState(page, { ada: 'asleep', ben: 'asleep', explore: 'done' })
  await lookAt(page, 'dark', 1920)
  await expect(page.getByRole('button', { name: 'Newest' })).toHaveCount(0)
  await examine(page, 'teams-ended')

  // A report leads to whoever made it, and that one's transcript back.
  const report = transcript.getByRole('button', { name: 'explore', exact: true })
  await report.click()
  await expect(transcript.getByRole('heading', { name: 'explore' })).toBeVisible()
  await expect(transcript.getByText(/tried again after/)).toBeVisible()
  await transcript.getByRole('button', { name: 'Lead' }).click()
  await transcript.getByRole('button', { name: /^ada general-purpose/ }).click()
  await expect(transcript.getByRole('heading', { name: 'ada' })).toBeVisible()
  await lookAt(page, 'light', 1280)
  await examine(page, 'teams-teammate')
  await transcript.getByRole('button', { name: 'lead', exact: true }).first().click()
  await expect(transcript.getByRole('heading', { name: 'Transcript' })).toBeVisible()

  // In the past it is as it was then.
  await playhead(page).focus()
  await page.keyboard.press('Home')
  await expect(laneOf(page, 'ada')).toHaveCount(0)
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('Shift+ArrowRight')
  await expectState(page, { ada: 'works', ben: 'waits for a place' })
  await keepScreen(page, 'teams-past')
})

test('an agent that another model went on for asks the person, who answers with one press', async ({
  workbench,
}) => {
  const { page } = workbench
  const question = 'Which page shall be kept?'
  const script = scriptAgents({
    'Look into the list': [
      calls({ name: 'ask_person', args: { question, options: ['The first', 'The last'] } }),
      (request) => ({ text: `You said: ${answersIn(request).join()}` }),
    ],
  })
  await using server = await startModelServer(
    (request, count) => (request.model === 'second' ? script(request, count) : { status: 401 }),
    { models: ['scripted', 'second'] },
  )
  await begin(workbench, server)
  const transcript = panel(page, 'Transcript')
  const card = transcript.getByRole('region', { name: 'lead asks you' })
  await expect(card.getByText(question)).toBeVisible()
  await examine(page, 'teams-question')
  await card.getByRole('button', { name: 'The last' }).click()
  await expect(transcript.getByText('You said: The last')).toBeVisible()
  await expect(transcript.getByRole('button', { name: `${question} The last` })).toBeVisible()
  const over = 'went on for scripted because of a refused key'
  await expect(transcript.getByText(over)).toBeVisible()
  await lookAt(page, 'light', 1280)
  await keepScreen(page, 'teams-answered')
})
