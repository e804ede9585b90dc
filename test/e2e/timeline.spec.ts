import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { panel, playhead, seqOf } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark', reducedMotion: 'reduce' })

/** The sample run, with the playhead at its end. */
async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await playhead(page).focus()
  await page.keyboard.press('End')
  await expect(page.getByText('At the end')).toBeVisible()
}

test('the timeline is filtered, gone through and read as a tree, by keys alone', async ({
  workbench: { page },
}) => {
  await openSample(page)
  const timeline = panel(page, 'Timeline')
  const inspector = panel(page, 'Inspector')

  await page.keyboard.press('/')
  await page.keyboard.type('kind:edit')
  const found = timeline.getByRole('search').getByRole('status')
  await expect(found).toHaveText('2 calls match')
  await page.keyboard.press('Enter')
  await expect(found).toHaveText('2 calls match, this is number 1')
  await expect(inspector.getByRole('heading', { name: /pages\.js/ })).toBeVisible()
  const atEdit = await seqOf(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => seqOf(page)).toBeGreaterThan(atEdit)
  await examine(page, 'timeline-filtered')
  await page.keyboard.press('Escape')
  await expect(timeline.getByRole('search')).toHaveCount(0)

  // The focus is where keys move the playhead again.
  await page.keyboard.press('l')
  await expect(page.getByText('At the end')).toBeVisible()
  await page.keyboard.press('t')
  const tree = timeline.getByRole('treegrid', { name: 'Agents and their work' })
  await tree.focus()
  await page.keyboard.press('Home')
  await expect(tree.getByRole('row', { name: /^lead/ })).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(tree.locator('tr[aria-selected=true]')).toHaveCount(1)
  await expect(page.getByText('Replaying')).toBeVisible()
  await examine(page, 'timeline-tree')
})

test('what is typed right behind the key that opens the filter is in it, however late the next frame', async ({
  workbench: { page },
}) => {
  await openSample(page)
  await page.evaluate(() => {
    const frame = requestAnimationFrame
    globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => frame(draw), 300))
  })
  await page.keyboard.press('/')
  await page.keyboard.type('kind:edit')
  await expect(panel(page, 'Timeline').getByRole('textbox')).toHaveValue('kind:edit')
})

test('waste is told, and leads to where it was; the overview moves what is in view', async ({
  workbench: { page },
}) => {
  await openSample(page)
  const timeline = panel(page, 'Timeline')
  await page.keyboard.press('w')
  const waste = page.getByRole('dialog', { name: 'Waste' })
  await expect(waste.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await examine(page, 'timeline-waste')
  await waste.getByRole('button', { name: /Edit src\/pages\.js/ }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await page.keyboard.press('Escape')

  await playhead(page).focus()
  const whole = await drawn(page)
  await page.keyboard.press('z')
  await expect.poll(() => drawn(page)).not.toBe(whole)
  const zoomed = await drawn(page)
  // Two presses on a lane's button are no double click beside it, which shows all.
  await timeline
    .getByRole('button', { name: /^Hide the subagents/ })
    .first()
    .dblclick({ position: { x: 2, y: 8 } })
  await twoFrames(page)
  expect((await drawn(page)) === zoomed).toBe(true)
  await page.keyboard.press('.')
  await expect.poll(() => drawn(page)).not.toBe(zoomed)
  await page.keyboard.press('0')
  await expect(timeline.getByText('Back to live')).toBeVisible()
})

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** The picture of the overview and the lanes. */
function drawn(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('canvas')?.toDataURL() ?? '')
}
