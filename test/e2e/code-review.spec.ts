import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { fillReviewed, REVIEWED_TITLE } from '../support/code-review-session.ts'
import { startModelServer } from '../support/model-server.ts'
import { reviewedChange } from '../support/reviewed-change.ts'
import { examine } from './access.ts'
import { chooseScriptedModel } from './change-settings.ts'
import { keepScreen } from './screens.ts'
import { openFolder, panel, playhead, say, stepUntil, untilIdle } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })

function codeReview(page: Page) {
  return panel(page, 'Code review')
}

/** In a small window, and how it looks in a large one. */
async function examineAll(page: Page, screen: string): Promise<void> {
  await examine(page, screen)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await keepScreen(page, `${screen}-large`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test.describe('a review that was recorded', () => {
  test.use({ seed: { fill: fillReviewed } })

  test('is read at the end and at every moment of it', async ({ workbench: { page } }) => {
    await page.getByRole('button', { name: /^reading-list/ }).click()
    await expect(page.getByText(REVIEWED_TITLE).first()).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Shift+x')
    const shown = codeReview(page)
    await expect(shown.getByRole('heading', { name: 'Request changes' })).toBeVisible()
    await expect(shown.getByRole('note')).toContainText('asked twice')
    const list = shown.getByRole('list', { name: 'Findings' })
    await expect(list.getByRole('listitem')).toHaveCount(4)
    await expect(list.getByRole('listitem').first()).toContainText('path traversal')
    await expect(list.getByRole('listitem').first()).toBeFocused()
    await examineAll(page, 'code-review')
    await shown.getByText('2 files left out: generated').click()
    await expect(shown.getByText('package-lock.json')).toBeVisible()
    await shown.getByRole('region', { name: 'Not looked at' }).scrollIntoViewIfNeeded()
    await examine(page, 'code-review-left-out')

    // One of the four is settled.
    await list.getByRole('checkbox').first().check()
    await shown.getByRole('button', { name: 'Choose all' }).click()
    await expect(shown.getByText('3 findings chosen')).toBeVisible()
    await expect(shown.getByRole('button', { name: 'Choose all' })).toHaveCount(0)
    await keepScreen(page, 'code-review-chosen')
    await shown.getByRole('button', { name: 'Choose none' }).click()

    // By keys: to the second, and to its lines.
    await list.getByRole('listitem').first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await expect(page.getByText('Dismissed a finding.')).toBeVisible()
    await page.keyboard.press('d')
    await expect(page.getByText('Dismissed a finding.')).toHaveCount(0)
    await page.keyboard.press('o')
    const zone = panel(page, 'Editor').getByRole('region', { name: 'Finding' })
    await expect(zone).toBeFocused()
    await expect(zone).toContainText('The page of what is left over is lost')
    // All of it, in an editor that is low.
    await expect(zone.getByRole('button', { name: 'Accept suggestion' })).toBeInViewport({
      ratio: 1,
    })
    await examineAll(page, 'code-review-in-editor')
    await page.keyboard.press('Escape')
    await expect(zone).toHaveCount(0)
    await panel(page, 'Editor')
      .locator('.codicon, [class*="glyph"]')
      .filter({ visible: true })
      .and(page.locator('[class*="high"]'))
      .click()
    await expect(zone).toBeVisible()
    await zone.getByRole('button', { name: 'Dismiss' }).click()
    await expect(zone).toHaveCount(0)
    await expect(list.getByRole('listitem').nth(1)).toContainText('dismissed')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list.getByRole('listitem').nth(1)).not.toContainText('dismissed')

    // What is settled is among all alone, and goes from what is open.
    await shown.getByRole('button', { name: 'high 1' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await shown.getByRole('button', { name: 'Open 3' }).click()
    await list.getByRole('listitem').first().focus()
    await page.keyboard.press('d')
    await expect(shown.getByRole('button', { name: 'Open 2' })).toBeVisible()
    await expect(list.getByRole('listitem').first()).toContainText('off-by-one')
    await expect(list.getByRole('listitem').first()).toBeFocused()
    await shown.getByRole('button', { name: 'All 4' }).click()

    await playhead(page).focus()
    await page.keyboard.press('Home')
    await expect(shown.getByText('There was no code review')).toBeVisible()
    await stepUntil(page, 'ArrowRight', shown.getByText('Found so far'))
    await expect(shown.getByRole('heading', { name: 'Reviewing 3 files' })).toBeVisible()
    await examineAll(page, 'code-review-under-way')
  })
})

const IDENTITY = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']

/** Nobody is asked before files are changed. */
async function open({ page, project, dataDir }: Workbench, url: string): Promise<void> {
  await chooseScriptedModel(dataDir, url, { profile: 'trusted' })
  writeFileSync(join(project, '.orrery/settings.json'), '{}\n')
  execFileSync('git', [...IDENTITY, 'commit', '-qam', 'Ask less'], { cwd: project })
  await openFolder(page, 'Open a folder…', project)
}

/** The number of the line that a mark stands beside. */
async function lineOf(page: Page, mark: Locator): Promise<string | undefined> {
  if ((await mark.count()) !== 1) return undefined
  const top = (await mark.boundingBox())?.y ?? 0
  const numbers = await panel(page, 'Editor').locator('.line-numbers').all()
  for (const number of numbers) {
    const y = (await number.boundingBox())?.y ?? 0
    if (Math.abs(y - top) < 8) return (await number.textContent()) ?? undefined
  }
  return undefined
}

const read = (project: string) => readFileSync(join(project, 'src/pages.js'), 'utf8')

test('a change is reviewed, a suggestion accepted beside its line, and seen as fixed by the next review', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(reviewedChange, { models: ['scripted'] })
  mkdirSync(join(project, '.orrery/reviewers'))
  writeFileSync(join(project, '.orrery/reviewers/broken.md'), 'No head at all.\n')
  await open(workbench, server.url)
  await page.keyboard.press('ControlOrMeta+Shift+x')
  await expect(codeReview(page).getByText(/Get a code review of/)).toBeVisible()
  await examineAll(page, 'code-review-empty')
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await say(page, 'Tidy the pages')
  expect(read(project)).toContain('items == 0')

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('start code review')
  await page.getByRole('option', { name: /^Start code review…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Start code review' })
  await expect(dialog.getByRole('checkbox', { name: /^security/ })).toBeChecked()
  await expect(dialog.getByText('broken.md')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Against a branch/ }).check()
  await dialog.getByRole('textbox', { name: 'Branch or commit' }).fill('nowhere')
  await dialog.getByRole('button', { name: 'Start code review', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('nowhere')
  await examineAll(page, 'code-review-dialog')
  await dialog.getByRole('radio', { name: /^This session’s changes/ }).check()
  await dialog.getByRole('checkbox', { name: /^design/ }).uncheck()
  await dialog.getByRole('button', { name: 'Start code review', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const shown = codeReview(page)
  await expect(shown.getByRole('heading', { name: 'Request changes' })).toBeVisible()
  await expect(shown.getByText('A comparison went loose.')).toBeVisible()
  await expect(shown.locator(':focus')).toHaveCount(1)
  const list = shown.getByRole('list', { name: 'Findings' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(shown.getByRole('row', { name: /^security done/ })).toContainText(/\d/)
  await examineAll(page, 'code-review-of-agents')
  await untilIdle(page)

  // Beside the line, in the editor.
  await list.getByRole('button', { name: 'src/pages.js:3' }).click()
  const zone = panel(page, 'Editor').getByRole('region', { name: 'Finding' })
  await expect(zone).toBeFocused()
  await expect(zone).toContainText('compare by ===')
  // Somebody else works on the file meanwhile.
  writeFileSync(join(project, 'src/pages.js'), read(project).replace('How many', 'Of how many'))
  await expect(panel(page, 'Editor')).toContainText('Of how many')
  await expect(zone).toBeFocused()
  const low = panel(page, 'Editor').locator('[class*="glyph"]').and(page.locator('[class*="low"]'))
  await zone.getByRole('button', { name: 'Accept suggestion' }).click()
  await expect.poll(() => read(project)).toContain('items === 0')
  await expect(zone).toHaveCount(0)
  await expect(list.getByRole('listitem').first()).toContainText('suggestion accepted')
  // A line more, and the mark is beside its line still; the focus is where one reads on.
  await expect.poll(() => lineOf(page, low)).toBe('8')
  await expect(panel(page, 'Editor').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('compare this run')
  await page.getByRole('option', { name: /^Compare this run/ }).click()
  await expect(page.getByRole('dialog', { name: 'Compare with…' })).toContainText('Tidy the pages')
  await page.keyboard.press('Escape')
  // Also where not all of its lines end in the same way.
  writeFileSync(join(project, 'src/pages.js'), read(project).replace('\n', ' // Mixed.\r\n'))
  await expect(panel(page, 'Editor')).toContainText('Mixed')
  await list.getByRole('button', { name: 'src/pages.js:3' }).click()
  await expect(zone.getByRole('note')).toContainText('lines have changed')
  await examine(page, 'code-review-lines-changed')
  await page.keyboard.press('Escape')
  await expect(zone).toHaveCount(0)

  await shown.getByRole('button', { name: 'Review again' }).click()
  await expect(shown.getByText('1 fixed, 1 still stands, 0 new')).toBeVisible()
  const fixed = shown.getByRole('region', { name: 'Fixed since the review before' })
  await expect(fixed.getByRole('listitem')).toContainText('loose equality')
  await expect(list.getByRole('listitem')).toContainText('still stands')
  await examineAll(page, 'code-review-fixed')
  await untilIdle(page)

  // What is left becomes the agent's next prompt, by keys alone.
  await list.getByRole('listitem').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('s')
  await expect(list.getByRole('listitem')).toContainText('sent to the agent')
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(panel(page, 'Transcript').getByText('Mended as the review says.')).toBeVisible()
  await examine(page, 'code-review-sent')

  // In the past there is what there was, and nothing to be done.
  await page.getByRole('tab', { name: 'Code review' }).click()
  await playhead(page).focus()
  await stepUntil(page, 'ArrowLeft', shown.getByText('Found so far'))
  await stepUntil(page, 'ArrowLeft', shown.getByRole('heading', { name: 'Request changes' }))
  await expect(shown.getByRole('button', { name: 'Accept suggestion' })).toHaveCount(0)
})

test('a review that an agent asked for is told by its call, and its findings stand in a comparison too', async ({
  workbench,
}) => {
  const { page } = workbench
  await using server = await startModelServer(reviewedChange, { models: ['scripted'] })
  await open(workbench, server.url)
  await say(page, 'Ask for a review')
  const transcript = panel(page, 'Transcript')
  await expect(transcript.getByText('A comparison went loose.')).toBeVisible()
  await examineAll(page, 'code-review-of-call')
  await transcript.getByRole('button', { name: 'Show the findings' }).click()
  await expect(codeReview(page).getByRole('heading', { name: 'Request changes' })).toBeVisible()

  const editor = panel(page, 'Editor')
  await editor.getByRole('button', { name: /^Compare/ }).click()
  await page.getByRole('menuitemradio', { name: 'The session’s start' }).click()
  await codeReview(page).getByRole('button', { name: 'src/pages.js:3' }).click()
  const zone = editor.getByRole('region', { name: 'Finding' })
  await expect(zone).toContainText('compare by ===')
  await examineAll(page, 'code-review-in-comparison')
  await zone.getByRole('button', { name: 'Close the finding' }).click()
  await expect(zone).toHaveCount(0)
})

test('a project is reviewed from the welcome screen, in a session of its own', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await using server = await startModelServer(reviewedChange, { models: ['scripted'] })
  await open(workbench, server.url)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('show all projects')
  await page.getByRole('option', { name: /^Show all projects/ }).click()
  await page.getByRole('button', { name: 'Start code review of reading-list…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start code review' })
  await expect(dialog.getByRole('radio', { name: /^Uncommitted work/ })).toBeChecked()
  await expect(dialog.getByRole('button', { name: /^Model: / })).toBeVisible()
  await dialog.getByRole('radio', { name: /^What is staged/ }).check()
  await dialog.getByRole('button', { name: 'Start code review', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await keepScreen(page, 'code-review-dialog-welcome')

  writeFileSync(join(project, 'src/pages.js'), read(project).replace('===', '=='))
  await dialog.getByRole('radio', { name: /^Uncommitted work/ }).check()
  await dialog.getByRole('button', { name: 'Start code review', exact: true }).click()
  const shown = codeReview(page)
  await expect(shown.getByRole('heading', { name: 'Request changes' })).toBeVisible()
  await expect(
    shown.getByRole('heading', { name: 'Code review of uncommitted work' }),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'Transcript' }).click()
  const row = panel(page, 'Transcript').getByRole('button', { name: /^Reviewed/ })
  await row.click()
  await examine(page, 'code-review-row')
})

test('without a key what follows a script reviews, in a session that has no model yet', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  writeFileSync(join(project, 'src/pages.js'), `${read(project)}\neval('1 == 1')\n`)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('start code review')
  await page.getByRole('option', { name: /^Start code review…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Start code review' })
  await dialog.getByRole('radio', { name: /^Uncommitted work/ }).check()
  await dialog.getByRole('checkbox', { name: 'In a session of its own' }).uncheck()
  await expect(dialog.getByRole('button', { name: 'Model: demo, scripted' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Start code review', exact: true }).click()
  await expect(codeReview(page).getByText('Not asked: design.')).toBeVisible()
  await expect(codeReview(page).getByRole('heading', { name: 'Request changes' })).toBeVisible()

  // One whose model can't be had says nothing, which is told as what it is.
  mkdirSync(join(project, '.orrery/reviewers'), { recursive: true })
  const far = '---\nname: far\ndescription: Reads from afar.\nmodel: demo:none\n---\nYou read.\n'
  writeFileSync(join(project, '.orrery/reviewers/far.md'), far)
  await codeReview(page).getByRole('button', { name: 'Start code review…' }).click()
  await dialog.getByRole('radio', { name: /^Uncommitted work/ }).check()
  for (const name of ['design', 'logic', 'security']) {
    await dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }).uncheck()
  }
  await dialog.getByRole('button', { name: 'Start code review', exact: true }).click()
  await expect(
    codeReview(page).getByRole('heading', { name: 'Nothing was reviewed' }),
  ).toBeVisible()
  await expect(codeReview(page).getByText('far could not be asked.')).toBeVisible()
  await expect(codeReview(page).getByText('Since the review before')).toBeHidden()
  await examineAll(page, 'code-review-of-nothing')
})
