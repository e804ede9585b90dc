import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { median } from './frames.ts'
import type { Row } from './row.ts'
import { startWatchedHost } from './watched-host.ts'

const CHARS = 1_000_000
const PASTES = 3
const KEYS = 'abcdefghi'
const BARE = 'a bare textarea with the same text'

interface Typed {
  readonly pasteMs: number
  readonly keyMs: number
}

/** A megabyte pasted into the prompt and a key typed after it, beside a bare textarea in the same browser. */
export async function measurePaste(): Promise<Row[]> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const project = join(folder, 'project')
  mkdirSync(project)
  const host = owned.use(await startWatchedHost(join(folder, 'data')))
  const browser = owned.use(await launchBrowser())
  const { page } = owned.use(await browser.openWindow(host))
  const field = await openPrompt(page, project)
  await page.context().grantPermissions(['clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(textOf(CHARS))})`)
  const style = await page.evaluate(`(() => {
    const { font, lineHeight, width } = getComputedStyle(document.activeElement)
    return \`font: \${font}; line-height: \${lineHeight}; width: \${width}; height: 220px; padding: 0\`
  })()`)
  const ours = await measure(page, field)
  const bare = owned.use(await browser.openPage('about:blank'))
  await bare.page.setContent(`<textarea style="${style}"></textarea>`)
  const theirs = await measure(bare.page, bare.page.locator('textarea'))
  return [
    row('1 MB pasted into the prompt', ours.pasteMs, theirs.pasteMs),
    row('a key typed behind 1 MB in the prompt', ours.keyMs, theirs.keyMs),
  ]
}

function row(what: string, ours: number, baseline: number): Row {
  return { what, ours, baseline, of: BARE, unit: 'ms', promised: 2 }
}

/** Lines as of a log, some of which name files and people. */
function textOf(chars: number): string {
  const line = 'the quick brown fox wrote to me@example.com about @src/pages.js and left\n'
  return line.repeat(Math.ceil(chars / line.length)).slice(0, chars)
}

async function openPrompt(page: Page, project: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Open a folder…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Open a folder' })
  await dialog.getByRole('textbox', { name: 'Path' }).fill(project)
  await dialog.getByRole('button', { name: 'Go', exact: true }).click()
  await dialog.getByRole('list', { name: `Folders in ${project}` }).waitFor()
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
  const field = page.getByRole('textbox', { name: 'What to do' })
  await field.focus()
  return field
}

async function measure(page: Page, field: Locator): Promise<Typed> {
  const pastes: number[] = []
  const keys: number[] = []
  for (let paste = 0; paste < PASTES; paste += 1) {
    await field.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await untilDrawn(page)
    pastes.push(await timePress(page, 'Control+V'))
    for (const key of KEYS) keys.push(await timePress(page, key))
  }
  return { pasteMs: median(pastes), keyMs: median(keys) }
}

async function timePress(page: Page, key: string): Promise<number> {
  const startedAt = performance.now()
  await page.keyboard.press(key)
  await untilDrawn(page)
  return performance.now() - startedAt
}

async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
}
