import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { SessionStore } from '../../src-renderer/session/store/session-store.ts'
import { Chance } from '../support/large-session/chance.ts'
import {
  adoptLargeSession,
  LARGE_SESSION,
  makeLargeSession,
  type RecordedSession,
} from '../support/large-session.ts'
import { type BenchBrowser, type BenchPage, launchBrowser } from './browser.ts'
import { median, percentile95, takeFrames, watchFrames } from './frames.ts'
import type { Row } from './row.ts'
import { startWatchedHost, type WatchedHost } from './watched-host.ts'

const OPENINGS = 3
/** So many that the few which find all code cold are no 95th percentile. */
const SEEKS = 400
const WHEELS = 160
const WHEEL_EVERY_MS = 16
const PAGE = 512
const SAME_READS = 3
const EMPTY = 'data:text/html,<!doctype html><title>Empty</title>'

/** A day of agents in the built window: opening it, going anywhere in it, looking around in its timeline. */
export async function measureLargeSession(): Promise<Row[]> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const session = makeLargeSession()
  const data = join(folder, 'data')
  await adoptLargeSession(data, session)
  const browser = owned.use(await launchBrowser())
  const rows = await measureOpened(data, browser, session)
  return [await openFirst(data, browser, session), ...rows]
}

async function measureOpened(
  data: string,
  browser: BenchBrowser,
  session: RecordedSession,
): Promise<Row[]> {
  await using host = await startWatchedHost(data)
  await using empty = await browser.openPage(EMPTY)
  const again = await openAgain(host, browser, session)
  await using opened = await openSession(host, browser, session)
  await untilLoaded(opened.page)
  return [
    again,
    under('a seek to anywhere: in the projections, p95', percentile95(foldSeeks(session)), 16),
    ...rowsOfSeeks(await seek(opened.page)),
    ...(await lookAround(opened, empty)),
    ...(await weigh(opened, empty)),
  ]
}

function under(what: string, ours: number, baseline: number, unit = 'ms'): Row {
  const { events, agents } = LARGE_SESSION
  const session = `${events.toLocaleString('en')} events of ${agents} agents`
  return { what: `${session}: ${what}`, ours, baseline, of: 'promised', unit, promised: 1 }
}

interface Opened extends BenchPage {
  readonly openedMs: number
}

/**
 * Each time by a host that has only just begun, and has the second that a person takes to click. What
 * was logged is in the search's index by then, as it is after any restart.
 */
async function openFirst(
  dataDir: string,
  browser: BenchBrowser,
  session: RecordedSession,
): Promise<Row> {
  const times: number[] = []
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    await using host = await startWatchedHost(dataDir)
    await using opened = await openSession(host, browser, session)
    times.push(opened.openedMs)
  }
  const what = `it opens, the first time since its host began, median of ${OPENINGS} hosts`
  return under(what, median(times), 500)
}

async function openAgain(
  host: WatchedHost,
  browser: BenchBrowser,
  session: RecordedSession,
): Promise<Row> {
  const times: number[] = []
  for (let opening = 0; opening <= OPENINGS; opening += 1) {
    await using opened = await openSession(host, browser, session)
    times.push(opened.openedMs)
  }
  const what = 'it opens again, in a window that was just opened'
  return under(what, median(times.slice(1)), 500)
}

/** From the welcome screen, as a click does. */
async function openSession(
  host: WatchedHost,
  browser: BenchBrowser,
  { row }: RecordedSession,
): Promise<Opened> {
  const opened = await browser.openWindow(host)
  const { page } = opened
  // What a person reads before they click, the window uses to load what comes next.
  await page.waitForTimeout(1_000)
  const openedMs = Number(await page.evaluate(openAndWait(`#/session/${row.id}`)))
  return { ...opened, openedMs }
}

/** Answers once transcript, files, prompt and timeline are painted, in milliseconds. A string, for it runs in the page. */
function openAndWait(address: string): string {
  const parts = ['[role=log] [data-index]', '[role=treeitem]', 'textarea', '[role=slider]']
  return `new Promise((resolve) => {
    const startedAt = performance.now()
    location.hash = ${JSON.stringify(address)}
    requestAnimationFrame(function look() {
      const isThere = ${JSON.stringify(parts)}.every((part) => document.querySelector(part))
      if (!isThere) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - startedAt)
      requestAnimationFrame(() => port2.postMessage(undefined))
    })
  })`
}

/** The history comes while the window is idle: once all is there, nothing grows any more. */
async function untilLoaded(page: Page): Promise<void> {
  const read = async () => Number(await page.evaluate('performance.memory.usedJSHeapSize >> 24'))
  let last = await read()
  for (let same = 0; same < SAME_READS; ) {
    await page.waitForTimeout(2_000)
    const bytes = await read()
    same = bytes === last ? same + 1 : 0
    last = bytes
  }
}

function rowsOfSeeks(times: readonly number[]): Row[] {
  const what = `${times.length} seeks to anywhere: to the painted frame`
  return [
    under(`${what}, median`, median(times), 50),
    under(`${what}, p95`, percentile95(times), 50),
  ]
}

/** In a store filled as the window fills its own; in this process, by the same engine as the page’s. */
function foldSeeks({ events }: RecordedSession): readonly number[] {
  using store = new SessionStore()
  store.open(events.length, foldStates(initStates(), events))
  for (let from = 0; from < events.length; from += PAGE) {
    store.receiveHistory(events.slice(from, from + PAGE))
  }
  return placesToSeek(events.length).map((seq) => {
    const startedAt = performance.now()
    store.at(seq).state('transcript')
    return performance.now() - startedAt
  })
}

function placesToSeek(most: number): readonly number[] {
  const chance = new Chance(7)
  return Array.from({ length: SEEKS }, () => chance.whole(1, most))
}

/** By real clicks in the overview, from the press to the end of the frame that shows it. */
async function seek(page: Page): Promise<readonly number[]> {
  await page.evaluate(`
    globalThis.seekTimes = []
    window.addEventListener('pointerdown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // The first task after the frame, whatever else waits for its turn.
        const tell = () => globalThis.seekTimes.push(performance.now() - timeStamp)
        scheduler.postTask(tell, { priority: 'user-blocking' })
      })
    }, { capture: true })
  `)
  const strip = await placeOfStrip(page)
  for (const place of placesToSeek(10_000)) {
    await page.mouse.move(strip.left + (strip.width * place) / 10_000, strip.y)
    await page.mouse.down()
    await page.waitForTimeout(60)
    await page.mouse.up()
    await page.waitForTimeout(40)
  }
  return await page.evaluate<number[]>('globalThis.seekTimes')
}

async function placeOfStrip(page: Page) {
  const box = await page.locator('[data-panel=timeline] canvas').boundingBox()
  if (!box) throw new Error('The timeline is not there.')
  const [gutter, margin] = [200, 22]
  return { ...box, left: box.x + gutter, width: box.width - gutter - margin, y: box.y + 20 }
}

/** Zooms in and out and pans both ways, by real wheel events, in the session and in an empty page. */
async function lookAround({ page }: BenchPage, empty: BenchPage): Promise<Row[]> {
  const box = await placeOfStrip(page)
  const at = { x: box.left + box.width * 0.6, y: box.y + 100 }
  const own = await wheel(page, at)
  const bare = percentile95(await wheel(empty.page, at))
  const limit = Math.max(20, bare * 1.3)
  const what = 'zooming and panning the timeline: frame, p95'
  const of = `20 ms, or 1.3 times an empty page’s ${bare.toFixed(1)} ms`
  return [{ ...under(what, percentile95(own), limit), of }]
}

async function wheel(page: Page, { x, y }: { x: number; y: number }): Promise<readonly number[]> {
  await page.bringToFront()
  await page.mouse.move(x, y)
  await watchFrames(page)
  await page.waitForTimeout(500)
  await takeFrames(page)
  for (let count = 0; count < WHEELS; count += 1) {
    const isZoom = count % 40 < 20
    if (isZoom) await page.keyboard.down('Control')
    const direction = count % 80 < 40 ? -1 : 1
    await page.mouse.wheel(isZoom ? 0 : 40 * direction, isZoom ? 30 * direction : 12 * direction)
    if (isZoom) await page.keyboard.up('Control')
    await page.waitForTimeout(WHEEL_EVERY_MS)
  }
  return takeFrames(page)
}

async function weigh(opened: BenchPage, empty: BenchPage): Promise<Row[]> {
  const { processMiB, heapMiB } = await opened.memory()
  const bare = await empty.memory()
  const of = `promised; an empty page’s holds ${bare.processMiB.toFixed(0)} MiB`
  return [
    { ...under('memory of the page’s process, after all of this', processMiB, 400, 'MiB'), of },
    under('its heap', heapMiB, 400, 'MiB'),
  ]
}
