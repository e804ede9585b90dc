import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { FIRST_LOAD_BYTES, SEEN_LATER, sumOf, watchScripts } from '../support/shipped-script.ts'
import { type BenchBrowser, launchBrowser } from './browser.ts'
import { median } from './frames.ts'
import type { Row } from './row.ts'
import { startWatchedHost, type WatchedHost } from './watched-host.ts'

const LOADS = 5
const sessionId = SessionId.parse('ses_new')

/** What a browser that knows nothing yet is sent, and how soon somebody can type. */
export async function measureFirstLoad(): Promise<Row[]> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  await makeSession(folder)
  const host = owned.use(await startWatchedHost(join(folder, 'data')))
  const browser = owned.use(await launchBrowser())
  const welcome = await load(browser, host, '#/')
  const loads: Load[] = []
  for (let count = 0; count < LOADS; count += 1) {
    loads.push(await load(browser, host, `#/session/${sessionId}`))
  }
  const bytes = Math.max(...loads.map(({ scriptBytes }) => scriptBytes))
  const typingMs = median(loads.map(({ readyMs }) => readyMs))
  const ready = { ours: typingMs / 1000, baseline: 1, unit: 's' }
  return [
    weighed('the welcome screen', welcome.scriptBytes),
    weighed('a session', bytes),
    {
      what: 'a session’s first load: until somebody can type',
      of: 'promised',
      ...ready,
      promised: 1,
    },
  ]
}

function weighed(what: string, bytes: number): Row {
  const [ours, baseline] = [bytes / 1024, FIRST_LOAD_BYTES / 1024]
  const title = `the first load of ${what}: script, compressed by gzip`
  return { what: title, ours, baseline, of: 'promised', unit: 'KiB', promised: 1 }
}

/** A new one, as somebody has it who has just opened a folder. */
async function makeSession(folder: string): Promise<void> {
  const root = join(folder, 'project')
  mkdirSync(root)
  const dataDir = join(folder, 'data')
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const projectId = ProjectId.parse('prj_new')
  const row = { id: sessionId, projectId, root, createdAt: systemClock.now() }
  const data = { projectId, projectName: 'project', root }
  await store.sessions.create(row, [{ kind: 'session.created', data }])
}

interface Load {
  readonly scriptBytes: number
  /** From the beginning of the navigation; nobody types on the welcome screen. */
  readonly readyMs: number
}

/** In a context of its own, whose cache is empty. */
async function load(browser: BenchBrowser, host: WatchedHost, address: string): Promise<Load> {
  await using window = await browser.openBlank(host)
  const { page } = window
  const takeScripts = watchScripts(page)
  await page.addInitScript(noteWhenReady)
  await page.goto(`${new URL(host.url).origin}/${address}`)
  if (address !== '#/') await page.locator('textarea:focus').waitFor()
  await page.waitForLoadState('networkidle')
  const scripts = takeScripts()
  const early = scripts.filter(({ name }) => SEEN_LATER.test(name))
  if (early.length > 0) throw new Error(`Loaded unseen: ${early.map(({ name }) => name).join()}`)
  if (address !== '#/') await typeSomething(page)
  const readyMs = Number(await page.evaluate('globalThis.readyMs'))
  return { scriptBytes: sumOf(scripts), readyMs }
}

/** A string, for it runs in the page: once the prompt takes the focus, in the frame that shows it. */
const noteWhenReady = `
  requestAnimationFrame(function look() {
    const prompt = document.querySelector('textarea')
    prompt?.focus()
    if (!prompt || document.activeElement !== prompt) return requestAnimationFrame(look)
    requestAnimationFrame(() => { globalThis.readyMs = performance.now() })
  })
`

async function typeSomething(page: Page): Promise<void> {
  await page.keyboard.type('Hello')
  const typed = await page.locator('textarea').inputValue()
  if (typed !== 'Hello') throw new Error(`Typing “Hello” came to “${typed}”.`)
}
