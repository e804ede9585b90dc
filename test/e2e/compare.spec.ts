import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { keepScreen } from './screens.ts'
import { panel, seqOf } from './window.ts'
import { test } from './workbench.ts'

test.use({ colorScheme: 'dark' })

/** By the command field, as a person does. */
async function give(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(command)
  await page.getByRole('option', { name: command }).first().click()
}

test('two runs stand side by side, and each step leads to its instant', async ({
  workbench: { page, project, orrery },
}) => {
  await page.getByRole('button', { name: 'Replay it' }).click()
  await expect(page.getByText('Replaying')).toBeVisible()
  const prompt = 'Find out why the tests fail, and leave everything as it is.'
  const demo = ['--project', project, '--model', 'demo:scripted', '--approve', 'none']
  await orrery('run', ...demo, prompt)

  await give(page, 'Compare this run with…')
  const chooser = page.getByRole('dialog', { name: 'Compare with…' })
  await chooser.getByRole('option', { name: /Find out why/ }).click()
  await expect(page.getByRole('region', { name: 'Right run' })).toContainText(prompt)

  // The prompts differ: there the playhead begins, and goes on from difference to difference.
  const steps = page.getByRole('listbox', { name: 'Steps' })
  const here = steps.getByRole('option', { selected: true })
  await expect(here).toHaveAccessibleName(/^Step 1 .*other words/)
  await expect(steps.getByRole('option', { name: /steps alike$/ })).toBeVisible()
  await steps.focus()
  await page.keyboard.press('n')
  await expect(here).toHaveAccessibleName(/other outcome/)
  await expect(page.getByRole('row', { name: /^Right is/ })).toContainText('shorter')
  await examine(page, 'compare')

  await page.getByRole('tab', { name: /^Files/ }).click()
  await page.getByRole('button', { name: /pages\.js/ }).click()
  await expect(page.getByText('+  return Math.ceil')).toBeVisible()
  await keepScreen(page, 'compare-files')

  // The address is that of the comparison: a reload comes back to it, and a step leads away.
  await page.reload()
  await expect(steps).toBeVisible()
  await steps.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Transcript')).toBeVisible()
  await expect.poll(() => seqOf(page)).toBeLessThan(60)
})
