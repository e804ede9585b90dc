import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { createGate } from '../support/scripted-agents.ts'
import { examine } from './access.ts'
import { openFolder, panel, prompt, untilIdle } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'light' })

async function choose(page: Page, name: string, keys = 'ControlOrMeta+k'): Promise<void> {
  await page.keyboard.press(keys)
  await page.getByRole('combobox').fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

test('everything can be done from the command field, and by the keys on their sheet', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await expect(page.getByRole('button', { name: 'Open a folder…' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' })
  await expect(sheet.getByText('Stop the run')).toBeVisible()
  const ofReview = sheet.getByRole('region', { name: 'In the changes' })
  await expect(ofReview.getByText('Accept the change')).toBeVisible()
  await examine(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await choose(page, 'Use the dark theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // It is there before the app is, so that nothing is painted in another.
  const ofTheApp = /\/assets\/.*\.js$/
  await page.route(ofTheApp, (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.unroute(ofTheApp)
  await page.reload()

  await openFolder(page, 'Open a folder…', project)
  await expect(prompt(page)).toBeFocused()
  await page.keyboard.type('What is this?')
  await expect(prompt(page)).toHaveValue('What is this?')
  await expect(sheet).toHaveCount(0)
  // The command field is still on its way, and what is written is for it: nothing else is done by it.
  const ofTheField = /\/command-palette-.*\.js$/
  const [requested, asked] = [createGate(), createGate()]
  await page.route(ofTheField, async (route) => {
    requested.open()
    await asked.opened
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  await requested.opened
  await page.keyboard.type('Go to the timelinex')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  asked.open()
  await expect(page.getByRole('slider', { name: 'Playhead' })).toBeFocused()
  await page.unroute(ofTheField)
  await expect(prompt(page)).toHaveValue('What is this?')
  // Before the first run there is nothing to draw, and so no scale.
  await expect(panel(page, 'Timeline').getByText('from the first prompt on')).toBeVisible()
  await expect(panel(page, 'Timeline').locator('canvas')).toHaveCount(0)
  await examine(page, 'empty-session')
  await choose(page, 'New terminal')
  await expect(panel(page, 'Terminals').getByRole('textbox')).toBeVisible()
  // A shell takes the other keys for itself.
  const fromShell = 'ControlOrMeta+Shift+p'
  await panel(page, 'Terminals').getByRole('textbox').focus()
  await choose(page, 'Step to the previous event', fromShell)
  await expect(page.getByText('Replaying')).toBeVisible()
  await choose(page, 'Back to live')
  await expect(prompt(page)).toBeVisible()
  await choose(page, 'Write a prompt', fromShell)
  await expect(prompt(page)).toBeFocused()
  await choose(page, 'Show all projects')
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await choose(page, 'Open reading-list')
  await expect(prompt(page)).toHaveValue('What is this?')
})

test('without a key the scripted agent answers, and says that it is scripted', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  await expect(page.getByRole('button', { name: 'Model: demo, scripted' })).toBeVisible()
  await expect(page.getByText('No model has a key yet.')).toBeVisible()
  await expect(prompt(page)).toBeFocused()
  await page.keyboard.type('Repair what is broken.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('running', { exact: true })).toBeVisible()

  // What an agent edits opens by itself; what somebody else does to a file does not.
  appendFileSync(join(project, 'README.md'), 'More.\n')
  await expect(panel(page, 'Files').getByRole('tab', { name: 'Changed 1' })).toBeVisible()
  await expect(panel(page, 'Editor').getByText('Choose a file to see it here.')).toBeVisible()

  // A reason that was begun is there again, and the keys of the card stay in sight.
  await page.setViewportSize({ width: 1280, height: 800 })
  const card = page.getByRole('region', { name: 'lead wants to change a file' })
  await card.getByRole('button', { name: 'Reject…' }).click()
  await expect(card.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Not like this')
  await panel(page, 'Files').focus()
  await page.keyboard.press('ControlOrMeta+Shift+M')
  await expect(card).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Shift+M')
  await expect(card.getByRole('textbox')).toHaveValue('Not like this')
  for (const part of [card.getByRole('heading'), card.getByRole('button', { name: 'Cancel' })]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  await card.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(panel(page, 'Editor').getByText('Math.ceil')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+.')
  await untilIdle(page)
})
