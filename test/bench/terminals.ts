import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { launchBrowser } from './browser.ts'
import { median, percentile95 } from './frames.ts'
import type { PlainPage } from './plain-page.ts'
import type { Row } from './row.ts'
import { GO, KEY, PIECE, PIECES } from './terminal-text.ts'
import { startWatchedHost, type WatchedHost } from './watched-host.ts'

const ROUNDS = 3
const KEYS = 60
const KEY_EVERY_MS = 60
const STREAMS = 24
const SETTLES_MS = 2_000
const PROMISED_ECHO_MS = 100
const sessionId = SessionId.parse('ses_new')
const program = resolve(import.meta.dirname, 'terminal-program.ts')

/** A person's terminals in a window, as what they run floods them. */
export async function measureTerminals(): Promise<Row[]> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  await makeSession(folder)
  const host = owned.use(await startWatchedHost(join(folder, 'data')))
  const browser = owned.use(await launchBrowser())
  const page = owned.use(await browser.openPlain(host, noteAnswers))
  await openSession(page, host)
  return [...(await measureFlood(page, host)), ...(await measureMany(page, host))]
}

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

async function openSession(page: PlainPage, host: WatchedHost): Promise<void> {
  await page.goto(`${new URL(host.url).origin}/#/session/${sessionId}`)
  await page.until(`document.activeElement?.matches('textarea')`)
}

const FLOOD = 'a flood of 50 MB in a terminal'

async function measureFlood(page: PlainPage, host: WatchedHost): Promise<Row[]> {
  await openTerminal(page)
  await run(page, 'flood')
  await loadXterm(page)
  await flood(page)
  await host.takeLongestStall()
  const time = await timeFloods(page)
  const stallMs = await host.takeLongestStall()
  const echoMs = await echoInFlood(page)
  const promise = { of: 'promised', unit: 'ms', promised: 1 }
  return [
    time,
    {
      what: `${FLOOD}: a key typed during it is echoed (p95)`,
      ours: echoMs,
      baseline: PROMISED_ECHO_MS,
      ...promise,
    },
    {
      what: `${FLOOD}: longest that the host answered nobody`,
      ours: stallMs,
      baseline: 50,
      ...promise,
    },
  ]
}

/** In turn: the window's own terminal, and one of xterm's over it that is fed the same text. */
async function timeFloods(page: PlainPage): Promise<Row> {
  const [ours, alone]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(Number(await page.evaluate(floodXterm)))
    ours.push(await flood(page))
  }
  return {
    what: FLOOD,
    ours: median(ours) / 1000,
    baseline: median(alone) / 1000,
    of: 'xterm alone on the same page',
    unit: 's',
    promised: 1.3,
  }
}

/** In milliseconds, until the terminal has read the last of it. */
async function flood(page: PlainPage): Promise<number> {
  await page.evaluate('forget()')
  await page.press(GO)
  await page.until('answers.statuses.length === 1')
  return Number(await page.evaluate('answers.statuses[0] - answers.keys[0].at'))
}

async function echoInFlood(page: PlainPage): Promise<number> {
  const echoes: number[] = []
  while (echoes.length < KEYS) {
    await page.evaluate('forget()')
    await page.press(GO)
    echoes.push(...(await typeUntil(page, 'answers.statuses.length === 1')))
  }
  return percentile95(echoes)
}

/** Types until something is so, and answers with how long each key took to be echoed and painted. */
async function typeUntil(page: PlainPage, isOver: string): Promise<readonly number[]> {
  do {
    await page.press(KEY)
    await setTimeout(KEY_EVERY_MS)
  } while (!(await page.evaluate(isOver)))
  await page.until('answers.echoes.length === typed().length')
  return (await page.evaluate(
    'answers.echoes.map((at, place) => at - typed()[place].at)',
  )) as number[]
}

interface Load {
  readonly echoMs: number
  readonly pageMiB: number
  readonly hostMiB: number
}

/** One terminal that prints steadily, then many; each has been on screen, and the last one is. */
async function measureMany(page: PlainPage, host: WatchedHost): Promise<Row[]> {
  await openTerminal(page)
  await run(page, 'stream')
  const one = await measureLoad(page, host)
  for (let count = 1; count < STREAMS; count += 1) {
    await openTerminal(page)
    await run(page, 'stream')
  }
  const many = await measureLoad(page, host)
  const what = `${STREAMS} terminals that stream at once`
  const of = 'one terminal’s'
  return [
    {
      what: `${what}: the page’s heap`,
      ours: many.pageMiB,
      baseline: one.pageMiB,
      of,
      unit: 'MiB',
    },
    { what: `${what}: the host`, ours: many.hostMiB, baseline: one.hostMiB, of, unit: 'MiB' },
    {
      what: `${what}: a key is echoed (p95)`,
      ours: many.echoMs,
      baseline: one.echoMs,
      of,
      unit: 'ms',
    },
  ]
}

async function measureLoad(page: PlainPage, host: WatchedHost): Promise<Load> {
  await setTimeout(SETTLES_MS)
  const times = await typeUntil(page, `typed().length === ${KEYS}`)
  return { echoMs: percentile95(times), pageMiB: await page.heapMiB(), hostMiB: host.residentMiB() }
}

const OPENER = `document.querySelector('[aria-label="Open a terminal"]')`

async function openTerminal(page: PlainPage): Promise<void> {
  await page.evaluate(`document.querySelector('.xterm')?.setAttribute('data-before', '')`)
  await page.until(OPENER)
  await page.evaluate(`${OPENER}.click()`)
  await page.until(`document.querySelector('.xterm:not([data-before]) textarea:focus')`)
  await untilPrompt(page)
}

/** Asks the shell for its terminal's status, which answers once all before it was read. */
async function untilPrompt(page: PlainPage): Promise<void> {
  await page.evaluate('forget()')
  await enter(page, `printf '\\e[5n'; read -rsn4`)
  await page.until('answers.statuses.length === 1')
}

async function enter(page: PlainPage, line: string): Promise<void> {
  await page.insert(line)
  await page.press('Enter')
}

async function run(page: PlainPage, what: 'flood' | 'stream'): Promise<void> {
  await page.evaluate('forget()')
  await enter(page, `${process.execPath} ${program} ${what}`)
  await page.until('answers.statuses.length === 1')
  await page.evaluate('answers.keys.splice(0)')
}

/** Runs in the page: when keys were pressed, and when the terminal told that it had read what answers them. */
const noteAnswers = `
  globalThis.answers = { keys: [], echoes: [], statuses: [] }
  globalThis.typed = () => answers.keys.filter(({ key }) => key === '${KEY}')
  globalThis.forget = () => Object.values(answers).forEach((times) => times.splice(0))
  addEventListener('keydown', ({ key, timeStamp: at }) => answers.keys.push({ key, at }), true)
  const afterPaint = (times) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => times.push(performance.now())
    port2.postMessage(undefined)
  })
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    for (const _ of String(data).matchAll(/\\\\u001b\\[\\d+;\\d+R/g)) afterPaint(answers.echoes)
    for (const _ of String(data).matchAll(/\\\\u001b\\[0n/g)) answers.statuses.push(performance.now())
    send.call(this, data)
  }
`

const require = createRequire(import.meta.url)

async function loadXterm(page: PlainPage): Promise<void> {
  for (const name of ['xterm', 'addon-webgl', 'addon-fit']) {
    const path = require.resolve(`@xterm/${name}`)
    await page.evaluate(readFileSync(path, 'utf8'))
  }
}

/** As large as the window's own terminal, over it, and drawn as it is; never without something to read. */
const floodXterm = `(async () => {
  const place = document.querySelector('.xterm').parentElement
  const { left, top, width, height } = place.getBoundingClientRect()
  const element = document.createElement('div')
  Object.assign(element.style, {
    position: 'fixed', left: left + 'px', top: top + 'px', width: width + 'px', height: height + 'px',
  })
  document.body.append(element)
  const terminal = new Terminal({
    fontFamily: '"JetBrains Mono Variable"', fontSize: 12, lineHeight: 1.35, scrollback: 10_000,
  })
  const fit = new FitAddon.FitAddon()
  terminal.loadAddon(fit)
  terminal.open(element)
  terminal.loadAddon(new WebglAddon.WebglAddon())
  fit.fit()
  const piece = ${JSON.stringify(PIECE.replaceAll('\n', '\r\n'))}
  const startedAt = performance.now()
  let toWrite = ${PIECES}
  const writer = async () => {
    while (toWrite-- > 0) await new Promise((resolve) => terminal.write(piece, resolve))
  }
  await Promise.all(Array.from({ length: 64 }, writer))
  const tookMs = performance.now() - startedAt
  terminal.dispose()
  element.remove()
  return tookMs
})()`
