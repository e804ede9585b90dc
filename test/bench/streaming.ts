import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Reply, startModelServer } from '../support/model-server.ts'
import { calls, scriptAgents, task } from '../support/scripted-agents.ts'
import { type BenchPage, launchBrowser } from './browser.ts'
import { takeFrames, watchFrames } from './frames.ts'
import type { Row } from './row.ts'
import { startWatchedHost } from './watched-host.ts'

const cli = resolve(import.meta.dirname, '../../out/main/cli.js')
const SUBAGENTS = 10
/** A token is a word here; its server sends one every 10 ms. */
const WORD_MS = 10
const WORDS = 1_500
const SETTLES_MS = 2_000
const WATCHED_MS = 8_000

/** A window that watches ten subagents talk at once, as a scripted model’s server sends their tokens. */
export async function measureStreaming(): Promise<Row[]> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [project, dataDir] = [join(folder, 'project'), join(folder, 'data')]
  mkdirSync(project)
  writeFileSync(join(project, 'README.md'), '# Project\n')
  const server = owned.use(await startModelServer(scriptTalkers()))
  const host = owned.use(await startWatchedHost(dataDir))
  const browser = owned.use(await launchBrowser())
  const window = owned.use(await browser.openWindow(host))
  const idle = await longestFrame(window)
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  const run = ['run', '--data-dir', dataDir, '--project', project, ...model, 'Lead them']
  const ended = promisify(execFile)(process.execPath, [cli, ...run])
  await openRunning(window)
  const ours = await longestFrame(window)
  await ended
  const what = `${SUBAGENTS} subagents stream 100 tokens a second each: longest frame`
  const of = `50 ms beyond an idle page’s ${idle.toFixed(0)} ms`
  return [{ what, ours, baseline: idle + 50, of, unit: 'ms', promised: 1 }]
}

function scriptTalkers() {
  const names = Array.from({ length: SUBAGENTS }, (_, index) => `Talk about part ${index} of it`)
  const talks: Reply = { text: 'word '.repeat(WORDS), wordDelayMs: WORD_MS }
  const talkers = names.map((name) => [name, [() => talks]] as const)
  const lead = [calls(...names.map((name) => task(name)))]
  return scriptAgents({ ...Object.fromEntries(talkers), 'Lead them': lead })
}

/** The session that was begun elsewhere, once all of its subagents are at work. */
async function openRunning({ page }: BenchPage): Promise<void> {
  await page
    .getByRole('button', { name: /^project/ })
    .first()
    .click()
  await page
    .getByText(`${SUBAGENTS} agents`)
    .or(page.getByRole('list', { name: 'Subagents' }))
    .first()
    .waitFor()
  await page.waitForTimeout(SETTLES_MS)
}

async function longestFrame({ page }: BenchPage): Promise<number> {
  await page.bringToFront()
  await watchFrames(page)
  await page.waitForTimeout(500)
  await takeFrames(page)
  await page.waitForTimeout(WATCHED_MS)
  return Math.max(...(await takeFrames(page)))
}
