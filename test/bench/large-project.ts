import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/ensure-chromium.ts'
import { startWatchedHost } from './watched-host.ts'
import { writeRepository } from './write-repository.ts'

export interface LargeProjectFigures {
  /** From the click that opens the folder until its files are listed. */
  readonly openMs: number
  /** The longest that the window drew nothing from that click until a second after, */
  readonly longestFrameMs: number
  /** and while it did nothing at all, on the same machine. */
  readonly idleLongestFrameMs: number
  /** The longest that the host's thread answered nobody meanwhile. */
  readonly hostLongestStallMs: number
}

const FILES = 20_000
const IDLE_MS = 2_000
/** What comes after the list of files: the snapshot, the watcher, the list's redrawing. */
const AFTER_MS = 1_000

const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-background-networking', '--no-first-run']

/** Has the built bundles open a repository of many files in a browser, and tells what that held up. */
export async function measureLargeProject(files = FILES): Promise<LargeProjectFigures> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const project = join(folder, 'project')
  writeRepository(project, files)
  const host = owned.use(await startWatchedHost(join(folder, 'data')))
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium here.')
  const browser = owned.adopt(
    await chromium.launch({ executablePath, args: CHROMIUM_FLAGS }),
    (one) => one.close(),
  )
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(host.url)
  const open = await chooseFolder(page, project)
  await watchFrames(page)
  await page.waitForTimeout(IDLE_MS)
  const idleLongestFrameMs = await takeLongestFrame(page)
  await host.takeLongestStall()
  const startedAt = performance.now()
  await open.dispatchEvent('click')
  await page.locator('[role=treeitem]').first().waitFor({ timeout: 30_000 })
  const openMs = performance.now() - startedAt
  await page.waitForTimeout(AFTER_MS)
  const longestFrameMs = await takeLongestFrame(page)
  const hostLongestStallMs = await host.takeLongestStall()
  return { openMs, longestFrameMs, idleLongestFrameMs, hostLongestStallMs }
}

/**
 * Goes as far as the last click, which is what is measured, and answers its button: to find one by
 * its name among hundreds of folders takes the window longer than anything of its own.
 */
async function chooseFolder(page: Page, project: string) {
  await page.getByRole('button', { name: 'Open a folder' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Open a folder' })
  await dialog.getByRole('textbox', { name: 'Path' }).fill(project)
  await dialog.getByRole('button', { name: 'Go', exact: true }).click()
  await dialog.getByRole('list', { name: `Folders in ${project}` }).waitFor()
  const button = await dialog.getByRole('button', { name: 'Open this folder' }).elementHandle()
  if (!button) throw new Error('The dialog has no button that opens the folder.')
  return button
}

/** Strings, for they run in the page, which has other types than this module. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.longestFrameMs = 0
    let last = performance.now()
    requestAnimationFrame(function draw(now) {
      globalThis.longestFrameMs = Math.max(globalThis.longestFrameMs, now - last)
      last = now
      requestAnimationFrame(draw)
    })
  `)
}

async function takeLongestFrame(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`{
      const taken = globalThis.longestFrameMs
      globalThis.longestFrameMs = 0
      taken
    }`),
  )
}
