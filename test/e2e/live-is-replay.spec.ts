import { expect, type Locator, type Page } from '@playwright/test'
import { startModelServer } from '../support/model-server.ts'
import { areaOf, findDifference, takePicture } from './same-picture.ts'
import { goTo, oneWaiting, panel, playhead, seqOf, startDemo } from './window.ts'
import { test } from './workbench.ts'

/** The editor’s, which are seen for a while after its text has changed. */
const SCROLLBARS_FADE_MS = 1_200

test.use({ colorScheme: 'dark' })

test('the sample run looks the same live and in a replay', async ({ workbench: { page } }) => {
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await playhead(page).focus()
  await page.keyboard.press('End')
  await expectSame(page, 'sample')
})

test('a run that ended well looks the same live and in a replay', async ({ workbench }) => {
  const { page, project, orrery } = workbench
  await orrery('run', '--project', project, '--model', 'demo:scripted', 'Have a look')
  await openLast(page)
  await expect(panel(page, 'Editor')).toContainText('reading-list')
  await expectSame(page, 'ended')
})

test('a run that failed looks the same live and in a replay', async ({ workbench }) => {
  const { page, project, orrery } = workbench
  const refusal = { status: 400, error: 'No such model.' }
  await using server = await startModelServer(() => refusal)
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  await orrery('run', '--project', project, ...model, 'Have a look')
  await openLast(page)
  await expectSame(page, 'failed')
})

test('a run that waits for a person looks the same live and in a replay', async ({ workbench }) => {
  const { page } = workbench
  const before = Date.now()
  await startDemo(workbench)
  await expect(oneWaiting(page)).toBeVisible()
  // While a run is on, time passes after its last event: the clock says the same, that of this event.
  await page.clock.setFixedTime(before)
  await expectSame(page, 'waiting')
})

async function openLast(page: Page): Promise<void> {
  await dismissNews(page)
  await page
    .getByRole('button', { name: /reading-list/ })
    .first()
    .click()
  await expect(panel(page, 'Timeline').locator('canvas')).toBeVisible()
}

/** Live, and at the seq that live is at; but for the title bar, the prompt, the transport and the playhead. */
async function expectSame(page: Page, name: string): Promise<void> {
  await settle(page)
  const live = await takePicture(page)
  const areas = [...(await areasOfPlayhead(page)), ...(await areasOfCommands(page))]
  const seq = await seqOf(page)
  // By way of others: where the playhead alone has moved, the timeline is copied from pictures.
  for (const at of [1, 2, seq]) await goTo(page, at)
  await expect(page.getByText('Replaying')).toBeVisible()
  expect(await seqOf(page)).toBe(seq)
  await settle(page)
  const replay = await takePicture(page)
  const except = [...areas, ...(await areasOfPlayhead(page))]
  const difference = await findDifference(page, { pictures: [live, replay], except, name })
  expect(difference).toBeUndefined()
}

/** The window tells of a run that nobody looked at; that is not of the session. */
async function dismissNews(page: Page): Promise<void> {
  // On a slow machine it may have come and gone before the shell that ran it has ended.
  await page
    .getByText(/: Its run (is done|failed) in/)
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined)
  // Until one points at them, their buttons are for pointers alone.
  const dismiss = page.locator('button[aria-label="Dismiss"]')
  while ((await dismiss.count()) > 0) {
    // One whose time is over goes by itself.
    await dismiss
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined)
  }
}

/** Until two pictures in a row are the same: screens load their fonts, files and terminals. */
async function settle(page: Page): Promise<void> {
  // What points at something shows it otherwise.
  await page.mouse.move(0, 0)
  await page.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  )
  await expect(page.getByRole('status', { name: /^(Loading|Opening)/ })).toHaveCount(0)
  // They come with a file that is shown, which may be later.
  const scrollbars = page.locator('.monaco-editor .scrollbar.visible')
  let last = await takePicture(page)
  await expect
    .poll(
      async () => {
        const before = last
        last = await takePicture(page)
        return before.equals(last) && (await scrollbars.count()) === 0
      },
      { intervals: [SCROLLBARS_FADE_MS] },
    )
    .toBe(true)
}

/** What can be done in the live session alone. */
async function areasOfCommands(page: Page) {
  const transcript = panel(page, 'Transcript')
  const again = await transcript.getByRole('button', { name: 'Try again' }).all()
  const choices = await transcript.getByRole('group', { name: 'Decide' }).all()
  return Promise.all([...again, ...choices].map(areaOf))
}

async function areasOfPlayhead(page: Page) {
  const timeline = panel(page, 'Timeline')
  return [
    await areaOf(page.locator('header').first()),
    await areaOf(panel(page, 'Prompt')),
    await areaOf(timeline.getByRole('group', { name: 'Transport' }).locator('..')),
    await areaOfLine(timeline.locator('canvas')),
  ]
}

/** The playhead’s handle and line: of what is drawn between ruler and lanes, it alone has a colour. */
async function areaOfLine(canvas: Locator) {
  const { x, y, width, height } = await areaOf(canvas)
  const at = await canvas.evaluate(findColoured, 59)
  return { x: x + at * width - 16, y, width: 32, height }
}

/** Runs in the page. Where in a row of a canvas the strongest colour is, from 0 to 1. */
function findColoured(element: Element, row: number): number {
  if (!(element instanceof HTMLCanvasElement)) throw new Error('It is no canvas.')
  const y = Math.round((row * element.height) / element.clientHeight)
  const pixels = element.getContext('2d')?.getImageData(0, y, element.width, 1).data ?? []
  const colours = Array.from({ length: element.width }, (_, index) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.slice(4 * index, 4 * index + 4)
    return (Math.max(red, green, blue) - Math.min(red, green, blue)) * alpha
  })
  return colours.indexOf(Math.max(...colours)) / element.width
}
