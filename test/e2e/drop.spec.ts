import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { isOnDesktop } from './target.ts'
import { openFolder, panel, prompt } from './window.ts'
import { test, type Workbench } from './workbench.ts'

type DragEventType = 'dragEnter' | 'dragOver' | 'drop'

/** Sends the browser's own drag events, as a file manager's drag brings them about. */
async function drag(
  page: Page,
  paths: readonly string[],
  at: { readonly x: number; readonly y: number },
  types: readonly DragEventType[],
): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of types) await browser.send('Input.dispatchDragEvent', { type, ...at, data })
  await browser.detach()
}

const WHOLE: readonly DragEventType[] = ['dragEnter', 'dragOver', 'drop']

async function middleOf(page: Page, name: string) {
  const box = await panel(page, name).boundingBox()
  if (!box) throw new Error(`The panel ${name} isn’t visible.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Makes a second project beside the first. */
function createAnotherProject({ project }: Workbench): string {
  const folder = join(project, '..', 'second-project')
  mkdirSync(folder)
  writeFileSync(join(folder, 'only-here.txt'), 'second\n')
  return folder
}

/** A browser doesn't share a dropped folder's path: the person points it out. */
async function findDroppedFolder(page: Page, folder: string): Promise<void> {
  if (isOnDesktop) return
  const dialog = page.getByRole('dialog', { name: 'Open a folder' })
  await expect(dialog).toContainText('second-project')
  await dialog.getByRole('textbox', { name: 'Path' }).fill(folder)
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
}

async function expectOpen(page: Page): Promise<void> {
  const crumb = page.getByRole('banner').getByRole('button', { name: 'second-project' })
  await expect(crumb).toBeVisible()
}

for (const name of ['Transcript', 'Editor', 'Timeline', 'Files']) {
  test(`a folder dropped on the panel ${name} is opened`, async ({ workbench }) => {
    const { page, project } = workbench
    const folder = createAnotherProject(workbench)
    await openFolder(page, 'Open a folder…', project)
    await drag(page, [folder], await middleOf(page, name), WHOLE)
    await findDroppedFolder(page, folder)
    await expectOpen(page)
  })
}

test('a folder dropped anywhere on the welcome page is opened', async ({ workbench }) => {
  const { page } = workbench
  const folder = createAnotherProject(workbench)
  await page.getByRole('button', { name: 'Open a folder…' }).waitFor()
  await drag(page, [folder], { x: 20, y: 700 }, ['dragEnter', 'dragOver'])
  await expect(page.getByText('Drop a folder to open it')).toBeVisible()
  await examine(page, 'drop-welcome')
  await drag(page, [folder], { x: 20, y: 700 }, ['drop'])
  await findDroppedFolder(page, folder)
  await expectOpen(page)
})

test('dropped files go to the prompt, or a message says why not', async ({ workbench }) => {
  const { page, project, dataDir } = workbench
  await openFolder(page, 'Open a folder…', project)
  const image = join(dataDir, '..', 'shot.png')
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  writeFileSync(image, Buffer.from(png, 'base64'))
  const at = await middleOf(page, 'Editor')
  await drag(page, [image], at, ['dragEnter', 'dragOver'])
  await expect(page.getByText('or files to add them to the prompt')).toBeVisible()
  await examine(page, 'drop-session')
  await drag(page, [image], at, ['drop'])
  await expect(page.getByRole('img', { name: 'shot.png' })).toBeVisible()
  await expect(page.getByText('or files to add them to the prompt')).toHaveCount(0)

  await prompt(page).fill('Look at')
  await drag(page, [join(project, 'README.md')], at, WHOLE)
  if (isOnDesktop) {
    await expect(prompt(page)).toHaveValue('Look at @README.md ')
    await expect(prompt(page)).toBeFocused()
  } else {
    await expect(page.getByText('the browser doesn’t share its path')).toBeVisible()
    await expect(prompt(page)).toHaveValue('Look at')
  }

  const notes = join(dataDir, '..', 'notes.txt')
  writeFileSync(notes, 'notes\n')
  await drag(page, [notes], at, WHOLE)
  await expect(page.getByText('Can’t add notes.txt')).toBeVisible()
})

test('a drag that leaves the window changes nothing', async ({ workbench }) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  const at = await middleOf(page, 'Editor')
  await drag(page, [join(project, 'README.md')], at, ['dragEnter', 'dragOver'])
  await expect(page.getByText('or files to add them to the prompt')).toBeVisible()
  // The protocol has no way to leave the window: its dragCancel sends the page nothing.
  await page.dispatchEvent('body', 'dragleave')
  await expect(page.getByText('or files to add them to the prompt')).toHaveCount(0)
  await expect(prompt(page)).toHaveValue('')
})
