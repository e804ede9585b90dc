import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron } from '@playwright/test'
import { z } from 'zod'
import { PROTOCOL } from '#shared/wire/protocol.ts'
import { standinEnv, standinPath } from '../standin/standin-path.ts'
import { adoptLargeSession, LARGE_SESSION, makeLargeSession } from '../support/large-session.ts'
import { launchBrowser } from './browser.ts'
import { median } from './frames.ts'
import type { Row } from './row.ts'
import { startWatchedHost } from './watched-host.ts'

const CALLS = 1000
const PROMISED_MS = 2
const READINGS = 5
const PROMISED_EVENTS = 50_000

/** What a window and its host say to each other: over a browser's real socket, and over a port of the stand-in's. */
export async function measureRoundTrip(): Promise<Row[]> {
  using owned = new DisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const dataDir = join(folder, 'data')
  const session = makeLargeSession()
  await adoptLargeSession(dataDir, session)
  // One after the other: there is one host of a data folder.
  const browser = await measureInBrowser(dataDir, session.row.id)
  const standin = await measureInStandin(dataDir, session.row.id)
  return [...rowsOfBrowser(browser), ...rowsOfStandin(standin, browser)]
}

interface Measured {
  /** The median of many calls. */
  readonly tripMs: number
  readonly eventsASecond: number
}

/** A page in which `askOften` and `readLog` are defined. */
interface AskingPage {
  evaluate(expression: string): Promise<unknown>
}

async function measureInBrowser(dataDir: string, sessionId: string): Promise<Measured> {
  await using owned = new AsyncDisposableStack()
  const host = owned.use(await startWatchedHost(dataDir))
  const browser = owned.use(await launchBrowser())
  // A watched page tells Playwright of each message, which takes longer than the message.
  const page = owned.use(await browser.openPlain(host, `${asking}\n${askOverSocket}`))
  await page.goto(new URL(host.url).origin)
  await page.until('globalThis.isAsking')
  return await measure(page, sessionId)
}

async function measureInStandin(dataDir: string, sessionId: string): Promise<Measured> {
  await using owned = new AsyncDisposableStack()
  const app = await _electron.launch({
    executablePath: standinPath(),
    args: [resolve(import.meta.dirname, '../..')],
    env: { ...process.env, ...standinEnv(), ORRERY_DATA_DIR: dataDir },
  })
  owned.defer(() => app.close())
  const page = await app.firstWindow()
  await page.getByRole('button', { name: 'Open a folder…' }).waitFor()
  await page.evaluate(asking)
  await page.evaluate(askOverPort)
  return await measure(page, sessionId)
}

async function measure(page: AskingPage, sessionId: string): Promise<Measured> {
  const trips = await askOften(page)
  const seconds: number[] = []
  for (let reading = 0; reading < READINGS; reading += 1) {
    seconds.push(await readLog(page, sessionId))
  }
  return { tripMs: median(trips), eventsASecond: LARGE_SESSION.events / median(seconds) }
}

function rowsOfBrowser({ tripMs, eventsASecond }: Measured): Row[] {
  const promised = 'promised'
  return [
    {
      what: 'a call from a window to its host and back: median',
      ours: tripMs,
      baseline: PROMISED_MS,
      of: promised,
      unit: 'ms',
      promised: 1,
    },
    {
      what: `events into a window, ${format(eventsASecond)} a second: time for 1,000`,
      ours: 1e6 / eventsASecond,
      baseline: 1e6 / PROMISED_EVENTS,
      of: promised,
      unit: 'ms',
      promised: 1,
    },
  ]
}

/** Beside the browser's: Chromium's debugger carries the stand-in's messages as text, and no port of Electron's does. */
function rowsOfStandin(standin: Measured, browser: Measured): Row[] {
  const where = 'in the stand-in, which tells nothing of Electron'
  const of = 'in the browser'
  return [
    {
      what: `the same call, ${where}: median`,
      ours: standin.tripMs,
      baseline: browser.tripMs,
      of,
      unit: 'ms',
    },
    {
      what: `the same events, ${where}, ${format(standin.eventsASecond)} a second: time for 1,000`,
      ours: 1e6 / standin.eventsASecond,
      baseline: 1e6 / browser.eventsASecond,
      of,
      unit: 'ms',
    },
  ]
}

function format(count: number): string {
  return Math.round(count).toLocaleString('en')
}

/** In milliseconds, one call after the other. */
async function askOften(page: AskingPage): Promise<readonly number[]> {
  const times = await page.evaluate(`globalThis.askOften(${CALLS})`)
  return z.array(z.number()).length(CALLS).parse(times)
}

/** How many seconds all events of a session take, each of them parsed. */
async function readLog(page: AskingPage, sessionId: string): Promise<number> {
  const input = { sessionId, after: 0, through: LARGE_SESSION.events }
  const read = await page.evaluate(`globalThis.readLog(${JSON.stringify(input)})`)
  const { count, ms } = z.object({ count: z.number(), ms: z.number() }).parse(read)
  if (count !== LARGE_SESSION.events) throw new Error(`Only ${count} events came.`)
  return ms / 1000
}

/** What a window does on its channel, without the window. */
const asking = `
  globalThis.ask = (send) => {
    const waiting = new Map()
    let lastId = 0
    const start = (path, input, onReply) => {
      lastId += 1
      waiting.set(lastId, onReply)
      send([{ type: 'start', id: lastId, path, input }])
    }
    const describe = () => new Promise((resolve) => start('host.describe', {}, resolve))
    globalThis.askOften = async (calls) => {
      const times = []
      for (let call = 0; call < calls; call += 1) {
        const startedAt = performance.now()
        await describe()
        times.push(performance.now() - startedAt)
      }
      return times
    }
    globalThis.readLog = (input) => new Promise((resolve) => {
      const startedAt = performance.now()
      let count = 0
      start('sessions.readEvents', input, ({ type, id, value }) => {
        if (type !== 'item') return resolve({ count, ms: performance.now() - startedAt })
        count += value.length
        send([{ type: 'credit', id, count: 1 }])
      })
    })
    globalThis.isAsking = true
    return (replies) => {
      for (const reply of replies) waiting.get(reply.id)?.(reply)
    }
  }
`

const askOverSocket = `
  const token = location.protocol === 'http:' && sessionStorage.getItem('orrery.token')
  if (token) {
    const socket = new WebSocket('ws://' + location.host + '/ws', ['${PROTOCOL}', 'bearer.' + token])
    socket.onopen = () => {
      const receive = ask((messages) => socket.send(JSON.stringify(messages)))
      socket.onmessage = ({ data }) => receive(JSON.parse(data))
    }
  }
`

/** The preload hands the port over by a message. */
const askOverPort = `new Promise((resolve) => {
  addEventListener('message', ({ data, ports: [port] }) => {
    if (data !== 'orrery:port') return
    const receive = ask((messages) => port.postMessage(messages))
    port.onmessage = ({ data }) => receive(data)
    resolve()
  }, { once: true })
  orrery.connect()
})`
