import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { findChromium } from '../../scripts/ensure-chromium.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { median } from './frames.ts'
import type { Row } from './row.ts'

const SESSIONS = 200
const STARTS = 5
const EMPTY = 'data:text/html,<!doctype html><title>Empty</title><p>Empty</p>'
const cli = resolve(import.meta.dirname, '../../out/main/cli.js')

interface Started {
  /** Since the command was given, in milliseconds: the welcome screen is painted; a project was clicked, and typed in. */
  readonly paintedMs: number
  readonly usableMs: number
}

/** From the command to a window in a browser that was not running, with sessions in the store. */
export async function measureFirstWindow(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  using owned = new DisposableStack()
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const dataDir = join(folder, 'data')
  await fillStore(folder, dataDir)
  const empty: number[] = []
  const ours: Started[] = []
  // By turns, so that what else the machine does meets both.
  for (let count = 0; count < STARTS; count += 1) {
    empty.push(await startEmpty())
    ours.push(await startOurs(dataDir))
  }
  const emptyMs = median(empty)
  const of = `promised (an empty window of the same browser in the same run: ${(emptyMs / 1000).toFixed(2)} s)`
  const what = `the first window, with ${SESSIONS} sessions in the store`
  const seconds = (pick: (started: Started) => number) => median(ours.map(pick)) / 1000
  return [
    {
      what: `${what}: painted`,
      ours: seconds(({ paintedMs }) => paintedMs),
      baseline: 1.5,
      of,
      unit: 's',
      promised: 1,
    },
    {
      what: `${what}: usable`,
      ours: seconds(({ usableMs }) => usableMs),
      baseline: 3,
      of,
      unit: 's',
      promised: 1,
    },
  ]
}

async function fillStore(folder: string, dataDir: string): Promise<void> {
  const root = join(folder, 'project')
  mkdirSync(root)
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const projectId = await store.projects.open({
    id: ProjectId.parse('prj_first'),
    name: 'project',
    path: root,
    openedAt: systemClock.now(),
  })
  for (let index = 0; index < SESSIONS; index += 1) {
    const id = SessionId.parse(`ses_first${index}`)
    const row = { id, projectId, root, createdAt: systemClock.now() }
    const data = { projectId, projectName: 'project', root, title: `Session ${index}` }
    await store.sessions.create(row, [{ kind: 'session.created', data }])
  }
}

function launch() {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium here.')
  const args = ['--no-sandbox', '--disable-background-networking', '--no-first-run']
  return chromium.launch({ executablePath, args })
}

/** Until an empty page is painted, in milliseconds. */
async function startEmpty(): Promise<number> {
  const startedAt = performance.now()
  await using browser = await launch()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(EMPTY)
  await page.evaluate(untilPainted)
  return performance.now() - startedAt
}

/** The host and the browser start side by side, as when the one opens the other. */
async function startOurs(dataDir: string): Promise<Started> {
  const startedAt = performance.now()
  await using owned = new AsyncDisposableStack()
  const starting = startHost(dataDir)
  const browser = owned.use(await launch())
  const { url, stop } = await starting
  owned.defer(stop)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open a folder' }).first().waitFor()
  await page.evaluate(untilPainted)
  const paintedMs = performance.now() - startedAt
  await page.getByRole('button', { name: /200 sessions/ }).click()
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('Hello')
  const usableMs = performance.now() - startedAt
  const typed = await page.locator('textarea').inputValue()
  if (typed !== 'Hello') throw new Error(`Typing “Hello” came to “${typed}”.`)
  return { paintedMs, usableMs }
}

async function startHost(dataDir: string) {
  const args = [cli, 'serve', '--no-open', '--json', '--data-dir', dataDir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return {
    url: String(JSON.parse(String(line)).url),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** In the page: two frames later, the one before is on screen. */
const untilPainted = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))
})`
