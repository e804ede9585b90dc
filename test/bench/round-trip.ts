import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { PROTOCOL } from '#shared/contract/wire.ts'
import { adoptLargeSession, LARGE_SESSION, makeLargeSession } from '../support/large-session.ts'
import { launchBrowser } from './browser.ts'
import { median } from './frames.ts'
import type { PlainPage } from './plain-page.ts'
import type { Row } from './row.ts'
import { startWatchedHost } from './watched-host.ts'

const CALLS = 1000
const PROMISED_MS = 2
const READINGS = 5
const PROMISED_EVENTS = 50_000

/** What a window and its host say to each other, in a real browser and over its real socket. */
export async function measureRoundTrip(): Promise<Row[]> {
  await using owned = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const session = makeLargeSession()
  await adoptLargeSession(join(folder, 'data'), session)
  const host = owned.use(await startWatchedHost(join(folder, 'data')))
  const browser = owned.use(await launchBrowser())
  // A watched page tells Playwright of each message, which takes longer than the message.
  const page = owned.use(await browser.openPlain(host, askAsWindow))
  await page.goto(new URL(host.url).origin)
  await page.until('globalThis.isAsking')
  const trips = await askOften(page)
  const seconds: number[] = []
  for (let reading = 0; reading < READINGS; reading += 1) {
    seconds.push(await readLog(page, session.row.id))
  }
  const eventsASecond = LARGE_SESSION.events / median(seconds)
  const promised = 'promised'
  return [
    {
      what: 'a call from a window to its host and back: median',
      ours: median(trips),
      baseline: PROMISED_MS,
      of: promised,
      unit: 'ms',
      promised: 1,
    },
    {
      what: `events into a window, ${Math.round(eventsASecond).toLocaleString('en')} a second: time for 1,000`,
      ours: 1e6 / eventsASecond,
      baseline: 1e6 / PROMISED_EVENTS,
      of: promised,
      unit: 'ms',
      promised: 1,
    },
  ]
}

/** In milliseconds, one call after the other. */
async function askOften(page: PlainPage): Promise<readonly number[]> {
  const times = await page.evaluate(`globalThis.askOften(${CALLS})`)
  return z.array(z.number()).length(CALLS).parse(times)
}

/** How many seconds all events of a session take, each of them parsed. */
async function readLog(page: PlainPage, sessionId: string): Promise<number> {
  const input = { sessionId, after: 0, through: LARGE_SESSION.events }
  const read = await page.evaluate(`globalThis.readLog(${JSON.stringify(input)})`)
  const { count, ms } = z.object({ count: z.number(), ms: z.number() }).parse(read)
  if (count !== LARGE_SESSION.events) throw new Error(`Only ${count} events came.`)
  return ms / 1000
}

/** What a window does on its socket, without the window. */
const askAsWindow = `
  const token = location.protocol === 'http:' && sessionStorage.getItem('orrery.token')
  if (token) {
    const socket = new WebSocket('ws://' + location.host + '/ws', ['${PROTOCOL}', 'bearer.' + token])
    const waiting = new Map()
    let lastId = 0
    const send = (message) => socket.send(JSON.stringify([message]))
    const start = (path, input, onReply) => {
      lastId += 1
      waiting.set(lastId, onReply)
      send({ type: 'start', id: lastId, path, input })
    }
    socket.onmessage = ({ data }) => {
      for (const reply of JSON.parse(data)) waiting.get(reply.id)?.(reply)
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
      start('sessions.history', input, ({ type, id, value }) => {
        if (type !== 'item') return resolve({ count, ms: performance.now() - startedAt })
        count += value.length
        send({ type: 'credit', id, count: 1 })
      })
    })
    socket.onopen = () => { globalThis.isAsking = true }
  }
`
