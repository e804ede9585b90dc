import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findElectron } from '../../scripts/fetch-electron.ts'
import { standinEnv, standinPath } from './standin-path.ts'

// What the stand-in promises about Electron's API, on an app of its own. Where Electron is installed the
// same runs on it, which alone proves the stand-in faithful.
const found = findElectron()
const real = found === standinPath() ? undefined : found
const folder = mkdtempSync(join(tmpdir(), 'orrery-standin-'))
const env = {
  ...process.env,
  APP_DATA: join(folder, 'data'),
  ...standinEnv(),
}
const executable = real ?? standinPath()

const main = `
import { app, BrowserWindow, ipcMain, protocol, MessageChannelMain } from 'electron'
import { join } from 'node:path'
globalThis.noted = []
app.setPath('userData', process.env.APP_DATA)
if (!app.requestSingleInstanceLock()) app.exit(7)
app.on('second-instance', (event, argv) => noted.push(argv.at(-1)))
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
ipcMain.handle('echo', (event, value) => value)
ipcMain.handle('fail', () => { throw new TypeError('nope') })
ipcMain.handle('who', ({ senderFrame }) => [senderFrame.origin, senderFrame.url, senderFrame.parent])
ipcMain.on('port', ({ sender }) => {
  const { port1, port2 } = new MessageChannelMain()
  port1.on('message', ({ data }) => (data === 'bye' ? port1.close() : port1.postMessage(data)))
  port1.on('close', () => noted.push('port closed'))
  port1.start()
  sender.postMessage('port', null, [port2])
})
await 0
app.whenReady().then(() => {
  const headers = { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" }
  const page = '<title>app</title><a href="https://example.com/link" target="_blank">out</a>'
  protocol.handle('app', () => new Response(page, { headers }))
  const window = new BrowserWindow({ webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') } })
  window.webContents.setWindowOpenHandler(({ url }) => { noted.push('open ' + url); return { action: 'deny' } })
  window.webContents.on('will-navigate', (event) => { noted.push('leave ' + event.url); event.preventDefault() })
  window.loadURL('app://own/index.html')
})
`
const preload = `
const { contextBridge, ipcRenderer } = require('electron')
globalThis.secret = 1
const refusalOf = (name) => { try { require(name); return null } catch (error) { return error.message.split('\\n')[0] } }
ipcRenderer.on('port', ({ ports }) => postMessage('port', '*', ports))
const state = { count: 0 }
contextBridge.exposeInMainWorld('api', {
  echo: (value) => ipcRenderer.invoke('echo', value),
  echoFunction: () => ipcRenderer.invoke('echo', () => 1),
  fail: () => ipcRenderer.invoke('fail'),
  none: () => ipcRenderer.invoke('none'),
  who: () => ipcRenderer.invoke('who'),
  port: () => ipcRenderer.send('port'),
  refused: ['fs', 'node:child_process', './other.js', 'ws'].map(refusalOf),
  allowed: ['events', 'timers', 'url'].map(refusalOf),
  later: (callback) => Promise.resolve(callback(++state.count)),
  fails: () => { throw Object.assign(new RangeError('bad'), { code: 'E' }) },
  raw: ipcRenderer,
  state,
})
`

interface Api {
  echo<T>(value: T): Promise<T>
  echoFunction(): Promise<unknown>
  fail(): Promise<unknown>
  none(): Promise<unknown>
  who(): Promise<unknown>
  port(): void
  later(callback: (count: number) => void): Promise<void>
  fails(): void
  readonly refused: readonly (string | null)[]
  readonly allowed: readonly (string | null)[]
  readonly raw: object
  readonly state: { readonly count: number }
}
declare const api: Api
declare const secret: unknown
declare const noted: readonly string[]

let app: ElectronApplication
let page: Page

beforeAll(async () => {
  const manifest = { name: 'own', version: '1.2.3', type: 'module', main: 'main.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'main.js'), main)
  writeFileSync(join(folder, 'preload.cjs'), preload)
  app = await _electron.launch({ executablePath: executable, args: [folder], env })
  page = await app.firstWindow()
  await page.waitForFunction(() => 'api' in window)
}, 60_000)

afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

const messageOf = (name: 'fail' | 'none' | 'echoFunction') =>
  page.evaluate((asked) => api[asked]().catch((error: Error) => error.message), name)

test('values cross every border as structured clones', async () => {
  const crossed = await page.evaluate(async () => {
    const given = {
      map: new Map([[1, new Set([2n])]]),
      date: new Date(5),
      nothing: undefined,
      nan: Number.NaN,
      bytes: new Uint8Array([1, 2]),
    }
    const got = await api.echo(given)
    const isSame = (got as unknown) === given
    const [set, ms, bytes] = [got.map.get(1), got.date.getTime(), [...got.bytes]]
    return [set?.has(2n), ms, 'nothing' in got, Number.isNaN(got.nan), bytes, isSame]
  })
  expect(crossed).toEqual([true, 5, true, true, [1, 2], false])
  expect(await messageOf('echoFunction')).toContain('could not be cloned')
})

test('what a handler throws arrives as text, wrapped', async () => {
  expect(await messageOf('fail')).toBe("Error invoking remote method 'fail': TypeError: nope")
  const none = "Error: No handler registered for 'none'"
  expect(await messageOf('none')).toBe(`Error invoking remote method 'none': ${none}`)
})

test('a sandboxed preload may require little', async () => {
  const names = ['fs', 'node:child_process', './other.js', 'ws']
  expect(await page.evaluate(() => api.refused)).toEqual(
    names.map((name) => `module not found: ${name}`),
  )
  expect(await page.evaluate(() => api.allowed)).toEqual([null, null, null])
})

test('what is exposed is a frozen copy, its functions are proxies, and its world is another', async () => {
  const seen = await page.evaluate(async () => {
    let count = 0
    await api.later((each) => {
      count = each
    })
    return [typeof secret, Object.isFrozen(api), count, api.state.count, Object.keys(api.raw)]
  })
  expect(seen).toEqual(['undefined', true, 1, 0, []])
  const thrown = await page.evaluate(() => {
    try {
      api.fails()
      return []
    } catch (error) {
      const { message, name } = error as Error
      return [message, name, 'code' in (error as Error)]
    }
  })
  expect(thrown).toEqual(['bad', 'Error', false])
})

test('the main process sees whose message it is', async () => {
  expect(await page.evaluate(() => api.who())).toEqual(['app://own', 'app://own/index.html', null])
})

test('a port carries data both ways, and says when it is closed', async () => {
  const got = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const take = ({ ports: [port] }: MessageEvent) => {
      const seen: unknown[] = []
      if (!port) return
      port.onmessage = ({ data }) => {
        seen.push([...data])
        port.postMessage('bye')
      }
      port.addEventListener('close', () => resolve(seen))
      port.postMessage(new Uint8Array([7]))
    }
    window.addEventListener('message', take, { once: true })
    api.port()
    return promise
  })
  expect(got).toEqual([[7]])
})

test('whoever drives a page is asked for what it loads before the app is', async () => {
  await page.route('**/elsewhere', (route) => route.fulfill({ status: 203 }))
  const statuses = await page.evaluate(() =>
    Promise.all(['elsewhere', 'here'].map(async (path) => (await fetch(path)).status)),
  )
  expect(statuses).toEqual([203, 200])
})

test('what a page saves goes where the app says', async () => {
  const path = join(folder, 'saved.txt')
  await app.evaluate(({ session }, to) => {
    session.defaultSession.once('will-download', (_event, item) => {
      item.setSavePath(to)
      item.once('done', (_done, state) => {
        Object.assign(globalThis, { saved: [item.getFilename(), item.getSavePath(), state] })
      })
    })
  }, path)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['kept']))
    link.download = 'kept.txt'
    link.click()
  })
  const saved = () => app.evaluate(() => Reflect.get(globalThis, 'saved'))
  await expect.poll(saved).toEqual(['kept.txt', path, 'completed'])
  expect(readFileSync(path, 'utf8')).toBe('kept')
})

test('a second start hands over its arguments and leaves', async () => {
  const args = [...(real ? ['--no-sandbox'] : []), folder, 'orrery://x']
  const { status } = spawnSync(executable, args, { env, timeout: 15_000 })
  expect(status).toBe(7)
  await expect.poll(() => app.evaluate(() => noted)).toContain('orrery://x')
})

test('whatever a page would open or leave for, the app is asked', async () => {
  const at = page.url()
  expect(await page.evaluate(() => window.open('https://example.com/open'))).toBeNull()
  await page.getByText('out').click()
  await page.evaluate(() => {
    location.href = 'https://example.com/leave'
  })
  const ways = [
    'open https://example.com/open',
    'open https://example.com/link',
    'leave https://example.com/leave',
  ]
  await expect.poll(() => app.evaluate(() => noted)).toEqual(expect.arrayContaining(ways))
  expect(page.url()).toBe(at)
  await expect.poll(() => app.windows().length).toBe(1)
})

test('what is said of the app, and what is kept secret, comes back', async () => {
  const odds = await app.evaluate(async ({ app: own, safeStorage, nativeTheme }) => {
    nativeTheme.themeSource = 'dark'
    const kept = await safeStorage.encryptStringAsync('s')
    const { result } = await safeStorage.decryptStringAsync(kept)
    return [own.getVersion(), own.isPackaged, result, nativeTheme.shouldUseDarkColors]
  })
  expect(odds).toEqual(['1.2.3', false, 's', true])
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await expect.poll(isDark).toBe(true)
})

test.skipIf(real)('what is not modelled throws', async () => {
  const messageFrom = (act: Parameters<typeof app.evaluate<string>>[0]) => app.evaluate(act)
  const notThere = await messageFrom(({ app: own }) => {
    try {
      void own.getFileIcon('x')
      return 'it pretends'
    } catch (error) {
      return String(error)
    }
  })
  expect(notThere).toContain('electron.app.getFileIcon is not implemented')
  const unanswered = await messageFrom(({ dialog }) =>
    dialog.showOpenDialog({}).then(() => '', String),
  )
  expect(unanswered).toContain('no scripted answer')
})
