import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import { configure, thisMachine } from '../../scripts/packaging/configuration.ts'
import { pageHeaders } from '../../src-main/page-files.ts'
import { launchDesktop } from './desktop-app.ts'
import { createGround, root } from './ground.ts'
import { checklist, findUnkept, type Shipped } from './security/checklist.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const shipped: Shipped = {
  main: read('out/main/index.js'),
  preload: read('out/preload/index.cjs'),
  headers: pageHeaders,
  electron: JSON.parse(read('package.json')).devDependencies.electron,
  fuses: { ...configure(thisMachine()).electronFuses },
}

base.describe('what is shipped', () => {
  base('keeps Electron’s checklist', () => {
    expect(findUnkept(shipped)).toEqual([])
  })

  for (const { name, undo } of checklist) {
    base(`without “${name}” it would be noticed`, () => {
      expect(findUnkept(undo(shipped))).toContain(name)
    })
  }

  base('has a preload that stands alone, and may require what a sandboxed one may', () => {
    const required = [...shipped.preload.matchAll(/require\(\s*["'](.+?)["']\s*\)/g)].map(
      ([, name]) => name,
    )
    expect(required).toEqual(['electron'])
    expect(shipped.preload).not.toMatch(/\bimport\b/)
  })
})

const test = base.extend<{ desktop: { readonly app: ElectronApplication; readonly page: Page } }>({
  desktop: async ({ playwright }, use) => {
    await using ground = await createGround()
    const app = await launchDesktop(playwright._electron, ground)
    const page = await app.firstWindow()
    await expect(page.getByRole('button', { name: 'Open a folder…' })).toBeVisible()
    await use({ app, page })
  },
})

test.describe('a page of the desktop app', () => {
  test('has no Node.js, and of Electron three things that it can’t change', async ({
    desktop: { page },
  }) => {
    const seen = await page.evaluate(() => {
      const api = Reflect.get(window, 'orrery')
      const isChanged = Reflect.set(api, 'connect', () => undefined)
      const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron']
      return {
        keys: Object.keys(api).toSorted(),
        isChanged,
        found: names.filter((name) => name in window),
      }
    })
    expect(seen).toEqual({
      keys: ['connect', 'pathForFile', 'platform'],
      isChanged: false,
      found: [],
    })
  })

  test('is answered with the policy, and runs no code but its own', async ({
    desktop: { page },
  }) => {
    const headers = await page.evaluate(async () => Object.fromEntries((await fetch('./')).headers))
    expect(headers).toMatchObject(pageHeaders)
    const ran = await page.evaluate(async () => {
      const inline = document.createElement('script')
      inline.textContent = 'window.ranInline = true'
      document.body.append(inline)
      // A test's own code may evaluate what it likes: the page has to do it by itself, later.
      const { promise: later, resolve } = Promise.withResolvers<void>()
      Reflect.apply(setTimeout, window, ['window.ranText = true', 0])
      setTimeout(resolve, 50)
      await later
      const foreign = await fetch('https://example.com').then(
        () => true,
        () => false,
      )
      return { inline: 'ranInline' in window, text: 'ranText' in window, foreign }
    })
    expect(ran).toEqual({ inline: false, text: false, foreign: false })
  })

  test('reaches no file but those of its bundle', async ({ desktop: { page } }) => {
    const paths = [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '//etc/passwd',
      '/%00',
    ]
    const statuses = await page.evaluate(
      (asked) => Promise.all(asked.map(async (path) => (await fetch(path)).status)),
      paths.map((path) => path.replace('//etc', '/.//etc')),
    )
    expect(new Set(statuses)).toEqual(new Set([404]))
  })

  test('leaves for nowhere, and has other programs open the web alone', async ({
    desktop: { app, page },
  }) => {
    await app.evaluate(({ shell }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      shell.openExternal = async (url: string) => void opened.push(url)
    })
    const at = page.url()
    const wishes = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://evil.example/x',
      'data:text/html,x',
      'https://example.com/help',
    ]
    await page.evaluate((urls) => urls.map((url) => window.open(url)), wishes)
    await page.evaluate(() => {
      location.href = 'https://evil.example/'
    })
    await expect
      .poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened')))
      .toEqual(['https://example.com/help'])
    expect(page.url()).toBe(at)
    expect(app.windows()).toHaveLength(1)
  })

  test('is granted what it uses, and nothing else', async ({ desktop: { page } }) => {
    const states = await page.evaluate(async () => {
      const refused = ['geolocation', 'camera', 'microphone', 'clipboard-read', 'local-network']
      const query = async (name: string) =>
        (await navigator.permissions.query({ name: name as PermissionName })).state
      return {
        refused: await Promise.all(refused.map(query)),
        // What runs on this machine is framed by the preview.
        granted: await Promise.all(['notifications', 'loopback-network'].map(query)),
      }
    })
    expect(new Set(states.refused)).toEqual(new Set(['denied']))
    expect(new Set(states.granted)).toEqual(new Set(['granted']))
  })

  test('is the only one that gets a port', async ({ desktop: { app, page } }) => {
    const given = await app.evaluate(({ BrowserWindow, ipcMain }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const senders = [
        null,
        { parent: {}, origin: 'app://orrery' },
        { parent: null, origin: 'https://evil.example' },
        { parent: null, origin: 'null' },
      ]
      let ports = 0
      const sender = { ...contents, postMessage: () => (ports += 1) }
      for (const senderFrame of senders) ipcMain.emit('orrery:connect', { sender, senderFrame })
      return ports
    })
    expect(given).toBe(0)
    await expect(page.getByRole('button', { name: 'Open a folder…' })).toBeEnabled()
  })
})
