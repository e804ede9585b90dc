import { expect } from '@playwright/test'
import { FIRST_LOAD_BYTES, SEEN_LATER, sumOf, watchScripts } from '../support/shipped-script.ts'
import { openFolder, prompt } from './window.ts'
import { test } from './workbench.ts'

test('a first load ships little script, and nothing of what is not seen yet', async ({
  workbench: { page, project },
}) => {
  await page.getByRole('button', { name: 'Open a folder…' }).waitFor()
  const ofWelcome = watchScripts(page)
  await page.reload()
  await page.waitForLoadState('networkidle')
  const welcome = ofWelcome()

  await openFolder(page, 'Open a folder…', project)
  const ofSession = watchScripts(page)
  await page.reload()
  await expect(prompt(page)).toBeEditable()
  await page.waitForLoadState('networkidle')
  const session = ofSession()

  for (const scripts of [welcome, session]) {
    expect(scripts.length).toBeGreaterThan(2)
    expect(scripts.map(({ name }) => name).filter((name) => SEEN_LATER.test(name))).toEqual([])
    expect(sumOf(scripts)).toBeLessThan(FIRST_LOAD_BYTES)
  }
})
