import { expect, type Locator } from '@playwright/test'
import { startModelServer } from '../support/model-server.ts'
import { calls, says, scriptAgents } from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { openFolder, panel, playhead, prompt, seqOf } from './window.ts'
import { test } from './workbench.ts'

// Low enough that not all of the sample's rows are seen.
test.use({ colorScheme: 'dark', viewport: { width: 1280, height: 640 } })

/** How far below the list's upper edge a row begins, in pixels. */
async function topOf(list: Locator, row: string): Promise<number> {
  return list.evaluate((element, text) => {
    const rows = [...element.querySelectorAll<HTMLElement>('[data-index]')]
    const found = rows.find(({ textContent }) => textContent === text)
    const top = found?.getBoundingClientRect().top ?? Number.NaN
    return Math.round(top - element.getBoundingClientRect().top)
  }, row)
}

/** The first row that is seen, and how far below the list's upper edge it begins, in pixels. */
async function firstSeen(list: Locator): Promise<{ row: string; top: number }> {
  return list.evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    const rows = [...element.querySelectorAll<HTMLElement>('[data-index]')]
    const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 1)
    const offset = (first?.getBoundingClientRect().top ?? 0) - top
    return { row: first?.textContent ?? '', top: Math.round(offset) }
  })
}

test('the transcript keeps to its end, and above it to what is read', async ({
  workbench: { page },
}) => {
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await playhead(page).focus()
  await page.keyboard.press('End')
  const list = page.getByRole('log')
  const newest = page.getByRole('button', { name: 'Newest' })
  await expect(list.locator('[data-index]').last()).toBeInViewport()
  await expect(newest).toBeHidden()

  // By as much as it is scrolled, whatever is drawn meanwhile.
  const before = await firstSeen(list)
  await list.hover()
  await page.mouse.wheel(0, -90)
  await expect(newest).toBeVisible()
  await expect.poll(() => topOf(list, before.row)).toBe(before.top + 90)

  const read = await firstSeen(list)
  const seq = await seqOf(page)
  await playhead(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => seqOf(page)).toBe(seq - 1)
  expect(await firstSeen(list)).toEqual(read)

  await list.focus()
  await page.keyboard.press('Home')
  await expect(list.locator('[data-index="0"]')).toBeInViewport()
  await newest.click()
  await expect(list.locator('[data-index]').last()).toBeInViewport()
  await expect(newest).toBeHidden()
})

test('a card that is too long fades where there is more of it, and no other does', async ({
  workbench,
}) => {
  const { page, project, dataDir } = workbench
  const long = Array.from({ length: 60 }, (_, index) => `echo ${index}`).join('\n')
  await using server = await startModelServer(
    scriptAgents({
      count: [
        calls({ name: 'run_command', args: { command: 'echo short' } }),
        calls({ name: 'run_command', args: { command: long } }),
      ],
    }),
  )
  await chooseScriptedModel(dataDir, server.url)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('count')
  await prompt(page).press('Enter')
  const card = page.getByRole('region', { name: /wants to run/ })
  await expect(scrollerIn(card, 'echo short')).toHaveCSS('mask-image', 'none')
  await card.getByRole('button', { name: 'Approve' }).click()

  const scroller = scrollerIn(card, 'echo 59')
  await expect(scroller).toHaveCSS('mask-image', /linear-gradient/)
  await expect(scroller).toHaveCSS('--above', '0px')
  await expect(scroller).toHaveCSS('--below', '32px')
  await scroller.focus()
  await page.keyboard.press('End')
  await expect(scroller).toHaveCSS('--below', '0px')
  await expect(scroller).toHaveCSS('--above', '32px')
})

test('a long change is read in its card, which alone scrolls, and no line of it is cut', async ({
  workbench,
}) => {
  const { page, project, dataDir } = workbench
  const long = Array.from({ length: 60 }, (_, at) => `  const a${at} = '${'b'.repeat(200)}'`)
  const file_path = '/workspace/src/pages.js'
  const [old_string, new_string] = ['  return Math.floor(items / size)', long.join('\n')]
  await using server = await startModelServer(
    scriptAgents({
      write: [
        calls({ name: 'read_file', args: { file_path } }),
        calls({ name: 'edit_file', args: { file_path, old_string, new_string } }),
      ],
    }),
  )
  await chooseScriptedModel(dataDir, server.url)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('write')
  await prompt(page).press('Enter')
  const card = page.getByRole('region', { name: /wants to/ })
  await expect(card).toContainText('a59')
  expect(await card.evaluate(countScrolling)).toEqual({ down: 1, across: 0 })
  await examine(page, 'approval-long-change')
})

test('who decides a call by key goes on to the next that waits, and from the last to the prompt', async ({
  workbench,
}) => {
  const { page, project, dataDir } = workbench
  await page.setViewportSize({ width: 1280, height: 1100 })
  const commands = ['echo one', 'echo two', 'echo three']
  await using server = await startModelServer(
    scriptAgents({
      count: [
        calls(...commands.map((command) => ({ name: 'run_command', args: { command } }))),
        says('Counted.'),
      ],
    }),
  )
  await chooseScriptedModel(dataDir, server.url)
  await openFolder(page, 'Open a folder…', project)
  await prompt(page).fill('count')
  await prompt(page).press('Enter')

  // Led there by the mouse, it is seen what Enter will press.
  await page.getByRole('button', { name: '3 waiting', exact: true }).click()
  const cards = page.getByRole('region', { name: /wants to run/ })
  for (const command of commands) {
    const card = cards.filter({ hasText: command })
    const approve = card.getByRole('button', { name: 'Approve' })
    await expect(approve).toBeFocused()
    await expect(card).toBeInViewport({ ratio: 1 })
    await expect(approve).toHaveCSS('outline-style', 'solid')
    // Held since the card before, it decides nothing.
    await page.keyboard.down('Enter')
    if (command !== commands[0]) {
      expect(await approve.isEnabled()).toBe(true)
      await page.keyboard.up('Enter')
      await page.keyboard.down('Enter')
    }
    await expect(card).toHaveCount(0)
  }
  await page.keyboard.up('Enter')
  await expect(prompt(page)).toBeFocused()
  await expect(panel(page, 'Transcript').getByText('Counted.')).toBeVisible()
})

/** Runs in the page. */
function countScrolling(card: Element) {
  const all = [...card.querySelectorAll('*')].filter(
    (element) => getComputedStyle(element).overflowY === 'auto',
  )
  return {
    down: all.filter((element) => element.scrollHeight > element.clientHeight + 1).length,
    across: all.filter((element) => element.scrollWidth > element.clientWidth + 1).length,
  }
}

/** What scrolls in a card. */
function scrollerIn(card: Locator, text: string): Locator {
  return card.locator('[tabindex="0"]', { hasText: text })
}
