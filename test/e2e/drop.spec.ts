import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { examine } from './access.ts'
import { isOnDesktop } from './target.ts'
import { openFolder, panel, prompt } from './window.ts'
import { test, type Workbench } from './workbench.ts'

test.use({ viewport: { width: 1280, height: 800 } })

type DragEventType = 'dragEnter' | 'dragOver' | 'drop'

interface Point {
  readonly x: number
  readonly y: number
}

interface DraggedText {
  readonly mimeType: string
  readonly data: string
}

/** Sends the browser's own drag events, as a file manager's drag brings them about. */
async function drag(
  page: Page,
  paths: readonly string[],
  at: Point,
  types: readonly DragEventType[],
): Promise<void> {
  await send(page, { paths, texts: [] }, at, types)
}

/** Drags text or a link from another program. */
async function dragText(page: Page, text: DraggedText, at: Point): Promise<void> {
  await send(page, { paths: [], texts: [text] }, at, WHOLE)
}

interface Dragged {
  readonly paths: readonly string[]
  readonly texts: readonly DraggedText[]
}

async function send(
  page: Page,
  { paths, texts }: Dragged,
  at: Point,
  types: readonly DragEventType[],
): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const data = { items: [...texts], files: [...paths], dragOperationsMask: 1 }
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

/** Writes an image outside of the project. */
function writeImage({ dataDir }: Workbench): string {
  const image = join(dataDir, '..', 'shot.png')
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  writeFileSync(image, Buffer.from(png, 'base64'))
  return image
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
  const image = writeImage(workbench)
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

const HINT = 'Drop a folder to open it, or files to add them to the prompt'

const overlays: Readonly<Record<string, (page: Page) => Promise<Locator>>> = {
  'the command palette': async (page) => {
    await page.getByRole('button', { name: 'Search, or run a command' }).click()
    const palette = page.getByRole('dialog', { name: 'Commands, projects and sessions' })
    await palette.getByRole('combobox').fill('fork')
    return palette
  },
  'a menu': async (page) => {
    await page.getByRole('button', { name: 'Panel menu' }).first().click()
    return page.getByRole('menu')
  },
  'the settings': async (page) => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    return page.getByRole('dialog', { name: 'Settings' })
  },
}

for (const [name, show] of Object.entries(overlays)) {
  test(`a folder dropped over ${name} closes it and is opened`, async ({ workbench }) => {
    const { page, project } = workbench
    const folder = createAnotherProject(workbench)
    await openFolder(page, 'Open a folder…', project)
    const at = await middleOf(page, 'Editor')
    const overlay = await show(page)
    await expect(overlay).toBeVisible()
    await drag(page, [folder], at, ['dragEnter', 'dragOver'])
    await expect(page.getByText(HINT)).toBeVisible()
    // A menu is outside of every landmark.
    await examine(page, `drop-over-${name.replaceAll(' ', '-')}`, ['region'])
    await drag(page, [folder], at, ['drop'])
    await expect(overlay).toHaveCount(0)
    await findDroppedFolder(page, folder)
    await expectOpen(page)
  })
}

test('a file dropped over what is open closes it and goes to the prompt', async ({ workbench }) => {
  const { page, project } = workbench
  const image = writeImage(workbench)
  await openFolder(page, 'Open a folder…', project)
  const at = await middleOf(page, 'Editor')
  for (const [index, show] of Object.values(overlays).entries()) {
    const overlay = await show(page)
    await expect(overlay).toBeVisible()
    await drag(page, [image], at, WHOLE)
    await expect(overlay).toHaveCount(0)
    await expect(page.getByRole('img', { name: 'shot.png' })).toHaveCount(index + 1)
    await expect(prompt(page)).toBeFocused()
  }
})

test('a drop over a dialog with input changes nothing, and says why', async ({ workbench }) => {
  const { page, project } = workbench
  const folder = createAnotherProject(workbench)
  await openFolder(page, 'Open a folder…', project)
  const at = await middleOf(page, 'Editor')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'MCP servers' }).click()
  await settings.getByRole('button', { name: /^Add/ }).first().click()
  const field = settings.getByRole('textbox').first()
  await field.fill('half-entered')
  const refusal = 'Close “Settings” first: what you entered there would be lost.'
  await drag(page, [folder], at, ['dragEnter', 'dragOver'])
  await expect(page.getByRole('status').filter({ hasText: refusal })).toBeVisible()
  await examine(page, 'drop-refused')
  await drag(page, [folder], at, ['drop'])
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(field).toHaveValue('half-entered')
  await expect(page.getByRole('dialog', { name: 'Open a folder' })).toHaveCount(0)
})

test('several folders, or a folder with files, change nothing and say why', async ({
  workbench,
}) => {
  const { page, project } = workbench
  const folder = createAnotherProject(workbench)
  await openFolder(page, 'Open a folder…', project)
  const at = await middleOf(page, 'Editor')
  const sentence = page.getByText('Drop one folder, without anything else, to open it.')
  await drag(page, [folder, project], at, WHOLE)
  await expect(sentence).toHaveCount(1)
  await drag(page, [folder, join(project, 'README.md')], at, WHOLE)
  await expect(sentence).toHaveCount(2)
  await expect(prompt(page)).toHaveValue('')
})

const LINK = { mimeType: 'text/uri-list', data: 'http://127.0.0.1:9/elsewhere' }

test('a dropped link or text leaves the page where it is, and fields take it', async ({
  workbench,
}) => {
  const { page, project } = workbench
  await openFolder(page, 'Open a folder…', project)
  const url = page.url()
  await dragText(page, LINK, await middleOf(page, 'Files'))
  await dragText(page, { mimeType: 'text/plain', data: LINK.data }, await middleOf(page, 'Files'))
  await expect(prompt(page)).toHaveValue('')
  const box = await prompt(page).boundingBox()
  if (!box) throw new Error('The prompt isn’t visible.')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await dragText(page, { mimeType: 'text/plain', data: 'dropped words' }, at)
  await expect(prompt(page)).toHaveValue('dropped words')
  await dragText(page, LINK, at)
  expect(page.url()).toBe(url)
})
