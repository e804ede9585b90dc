import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { playhead, seqOf } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark' })

/** The sample, held at its first event, with the focus in the timeline. */
async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await playhead(page).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => seqOf(page)).toBe(1)
}

test('a replay goes as fast as one likes, and by what one looks for', async ({
  workbench: { page },
}) => {
  await openSample(page)
  const speed = page.getByRole('button', { name: /^Speed/ })
  await page.keyboard.press('<')
  await expect(speed).toHaveText('0.5×')
  await speed.click()
  await page.getByRole('menuitemradio', { name: '64×' }).click()
  await expect(speed).toHaveText('64×')

  await playhead(page).focus()
  await page.keyboard.press('d')
  const edit = await seqOf(page)
  await page.keyboard.press('e')
  expect(await seqOf(page)).toBe(edit)
  await page.getByRole('button', { name: 'Step by…' }).click()
  await expect(
    page.getByRole('group', { name: 'Error' }).getByRole('menuitem', { name: 'Next' }),
  ).toBeDisabled()
  await page
    .getByRole('group', { name: 'Approval' })
    .getByRole('menuitem', { name: 'Previous' })
    .click()
  expect(await seqOf(page)).toBeLessThan(edit)

  // Half a minute of it is over before half a minute is.
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.getByText('At the end')).toBeVisible()
  // The last one is kept.
  await page.reload()
  await expect(speed).toHaveText('64×')
})

test('a bookmark is named, found again wherever the playhead is, and taken away', async ({
  workbench: { page, orrery },
}) => {
  await openSample(page)
  await page.keyboard.press('d')
  const seq = await seqOf(page)
  await page.keyboard.press('b')
  const name = page.getByRole('textbox', { name: 'Name of the bookmark' })
  await expect(name).toBeFocused()
  await page.keyboard.type('The repair')
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Bookmarks' })
  await expect(list).toHaveCount(0)
  await expect(playhead(page)).toBeFocused()

  // It was made later than what it is about, and is there from the first event on.
  await page.keyboard.press('Home')
  await page.keyboard.press('m')
  await expect.poll(() => seqOf(page)).toBe(seq)
  const shown = await orrery('replay', 'last', '--at', 'The repair', '--json')
  expect(JSON.parse(shown.output)).toMatchObject({ seq })

  await page.getByRole('button', { name: '1 bookmark' }).click()
  await examine(page, 'bookmarks')
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Bookmarks', exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByRole('button', { name: '1 bookmark' })).toBeVisible()
  await list.getByRole('button', { name: /^The repair/ }).click()
  expect(await seqOf(page)).toBe(seq)
})

test('who names a bookmark by keys goes on by keys', async ({ workbench: { page } }) => {
  await openSample(page)
  const list = page.getByRole('dialog', { name: 'Bookmarks' })
  const name = page.getByRole('textbox', { name: 'Name of the bookmark' })
  await page.keyboard.press('b')
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(playhead(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => seqOf(page)).toBe(2)

  // In a list that was opened to be looked at, a name is one thing of several.
  await page.getByRole('button', { name: '1 bookmark' }).click()
  const first = list.getByRole('button', { name: /^The beginning/ })
  for (const [text, key] of Object.entries({ 'The beginning': 'Enter', 'The end': 'Escape' })) {
    await list.getByRole('button', { name: 'Rename' }).press('Enter')
    await name.fill(text)
    await name.press(key)
    await expect(first).toBeFocused()
  }
  expect(await seqOf(page)).toBe(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '1 bookmark' })).toBeFocused()
})

test('the overview says what is under the pointer', async ({ workbench: { page } }) => {
  await openSample(page)
  const box = await playhead(page).boundingBox()
  if (!box) throw new Error('The overview is not on screen.')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
  await expect(page.getByText(/^0:\d\d · event \d+$/)).toBeVisible()
})

test('pressed, the timeline takes the keys', async ({ workbench: { page } }) => {
  await openSample(page)
  await page.getByRole('button', { name: 'Return to the end' }).focus()
  const box = await page.locator('[data-panel=timeline] canvas').boundingBox()
  if (!box) throw new Error('The timeline is not there.')
  await page.mouse.click(box.x + box.width * 0.4, box.y + 20)
  await expect.poll(() => seqOf(page)).toBeGreaterThan(1)
  await expect(playhead(page)).toBeFocused()
  // Who points knows where; the ring is for those who don't.
  expect(await playhead(page).evaluate((slider) => slider.matches(':focus-visible'))).toBe(false)
  await page.keyboard.press('Home')
  await expect.poll(() => seqOf(page)).toBe(1)
  // At the end there is no next event, and the keys stay.
  const next = page.getByRole('button', { name: 'Next event' })
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await next.press('Enter')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await page.keyboard.press('Home')
  await expect.poll(() => seqOf(page)).toBe(1)
  // The button goes with what it does, and they stay then, too.
  await page.getByRole('button', { name: 'Back to live' }).press('Enter')
  await expect(playhead(page)).toBeFocused()
  await page.keyboard.press('Home')
  await expect.poll(() => seqOf(page)).toBe(1)
})

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('the past stands still', async ({ workbench: { page } }) => {
    await openSample(page)
    await page.keyboard.press('d')
    // The edit was under way then.
    await expect(page.getByRole('button', { name: /^Edit .*0:00/ })).toBeVisible()
    expect(await page.evaluate(countEndless)).toBe(0)
  })
})

/** How many animations run in the page until they are stopped, by the clock. */
function countEndless(): number {
  const isEndless = ({ effect }: Animation) =>
    effect?.getTiming().iterations === Number.POSITIVE_INFINITY
  return document.getAnimations().filter(isEndless).length
}
