import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { type BenchBrowser, launchBrowser } from './browser.ts'
import { median } from './frames.ts'
import type { Row } from './row.ts'
import { startWatchedHost, type WatchedHost } from './watched-host.ts'
import { writeSpending } from './write-spending.ts'

const SESSIONS = 1_000
const CALLS = 200_000
const PROMISED_MS = 300
const OPENINGS = 5

/** What a long year of work cost is told from the welcome screen, as a click does. */
export async function measureSpending(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  await using owned = new AsyncDisposableStack()
  owned.defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  await (await openStore({ dataDir, clock: systemClock, mode: 'owner' }))[Symbol.asyncDispose]()
  const until = systemClock.now()
  writeSpending(join(dataDir, 'orrery.db'), { sessions: SESSIONS, calls: CALLS, until, days: 300 })
  const host = owned.use(await startWatchedHost(dataDir))
  const browser = owned.use(await launchBrowser())
  // While it starts, nobody can ask it anything yet.
  await host.takeLongestStall()
  // The first time the host folds all logs there are; what it kept of them, the next one begins with.
  const first = await openOnce(host, browser)
  const firstStall = await host.takeLongestStall()
  const times: number[] = []
  for (let opening = 0; opening < OPENINGS; opening += 1) times.push(await openOnce(host, browser))
  const of = 'what is promised'
  const what = 'the costs of 1,000 sessions and 200,000 model calls'
  return [
    {
      what: `${what} open`,
      ours: median(times),
      baseline: PROMISED_MS,
      of,
      unit: 'ms',
      promised: 1,
    },
    {
      what: `${what} open where nothing is kept of them`,
      ours: first,
      baseline: median(times),
      of: 'where it is',
      unit: 'ms',
    },
    {
      what: `${what} where nothing is kept of them: longest that the host answered nobody`,
      ours: firstStall,
      baseline: 50,
      of,
      unit: 'ms',
      promised: 1,
    },
    {
      what: `${what}: longest that the host answered nobody`,
      ours: await host.takeLongestStall(),
      baseline: 50,
      of,
      unit: 'ms',
      promised: 1,
    },
  ]
}

/** In milliseconds, until bars and table are painted. */
async function openOnce(host: WatchedHost, browser: BenchBrowser): Promise<number> {
  await using opened = await browser.openWindow(host)
  // What a person reads before they click, the window uses to load what comes next.
  await opened.page.waitForTimeout(1_000)
  return Number(await opened.page.evaluate(openAndWait))
}

const openAndWait = `new Promise((resolve) => {
  const startedAt = performance.now()
  sessionStorage.setItem('orrery.spending', JSON.stringify({ period: 'this year' }))
  location.hash = '#/cost'
  requestAnimationFrame(function look() {
    if (!document.querySelector('[data-panel=spending] tbody tr')) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - startedAt)
    requestAnimationFrame(() => port2.postMessage(undefined))
  })
})`
