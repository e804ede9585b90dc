import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import { desktopCommand, type Launch, launchDesktop } from './desktop-app.ts'
import { createGround, type Ground, runCli } from './ground.ts'
import { approve, openFolder, prompt } from './window.ts'

/** The desktop app, and what a system does to it. */
interface Desktop {
  readonly ground: Ground
  /** Starts it on the same data folder. */
  start(launch?: Launch): Promise<{ readonly app: ElectronApplication; readonly page: Page }>
}

const test = base.extend<{ desktop: Desktop }>({
  desktop: async ({ playwright }, use) => {
    await using ground = await createGround()
    const start = async (launch: Launch = {}) => {
      const app = await launchDesktop(playwright._electron, ground, launch)
      return { app, page: await app.firstWindow() }
    }
    await use({ ground, start })
  },
})

/** The person's answers to questions of the system's own, in their order; what was asked is kept. */
function answer(app: ElectronApplication, ...responses: readonly number[]): Promise<void> {
  return app.evaluate(({ dialog }, answers) => {
    const asked: unknown[] = []
    Object.assign(globalThis, { asked })
    const left = [...answers]
    const ask = async (...args: readonly unknown[]) => {
      asked.push(args.at(-1))
      return { response: left.shift() ?? 0, checkboxChecked: false }
    }
    Object.assign(dialog, { showMessageBox: ask })
  }, responses)
}

function asked(app: ElectronApplication): Promise<readonly { readonly message: string }[]> {
  return app.evaluate(() => Reflect.get(globalThis, 'asked'))
}

const openPalette = (page: Page) => page.getByRole('combobox', { name: 'Commands' })

test('quitting asks while a run is under way, and what it stopped can go on', async ({
  desktop,
}) => {
  const { app, page } = await desktop.start({ env: { ORRERY_DEMO_DELAY_MS: '15' } })
  await openFolder(page, 'Run the demo agent on one', desktop.ground.project)
  await expect(page.getByText('running', { exact: true })).toBeVisible()
  const [stay, quit] = [1, 0]
  await answer(app, stay, quit)
  await app.evaluate((electron) => electron.app.quit())
  await expect
    .poll(async () => (await asked(app)).map(({ message }) => message))
    .toEqual(['A session is at work.'])
  await expect(page.getByText('running', { exact: true })).toBeVisible()
  const closed = app.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await closed
  const sessions = await runCli(['sessions', '--json', '--data-dir', desktop.ground.dataDir], '/')
  expect(sessions.output).toContain('"lastOutcome":"interrupted"')
})

test('a window opens as it was left', async ({ desktop }) => {
  const first = await desktop.start()
  const bounds = { x: 60, y: 50, width: 1280, height: 800 }
  await first.app.evaluate(({ BrowserWindow }, left) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(left)
  }, bounds)
  await first.app.close()
  const { app } = await desktop.start()
  const found = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  )
  expect(found).toEqual(bounds)
})

test('menus offer the window’s own commands, where they can be given', async ({ desktop }) => {
  const { app, page } = await desktop.start()
  const find = (id: string) =>
    app.evaluate(({ Menu }, wanted) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(wanted)
      return item && { label: item.label, accelerator: item.accelerator, enabled: item.enabled }
    }, id)
  await expect
    .poll(() => find('palette'))
    .toMatchObject({ accelerator: 'CmdOrCtrl+K', enabled: true })
  expect(await find('stop')).toMatchObject({ label: 'Stop the run', enabled: false })
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('palette')?.click())
  await expect(openPalette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await openFolder(page, 'Open a folder…', desktop.ground.project)
  const recent = () =>
    app.evaluate(({ Menu }) => {
      const [file] = Menu.getApplicationMenu()?.items ?? []
      const opened = file?.submenu?.items.find(({ label }) => label === 'Open a recent project')
      return opened?.submenu?.items.map(({ label }) => label)
    })
  await expect.poll(recent).toEqual([desktop.ground.project])
})

test('a link, and a folder, given to a second start are opened by the first', async ({
  desktop,
}) => {
  const { page } = await desktop.start()
  await openFolder(page, 'Open a folder…', desktop.ground.project)
  const session = new URL(page.url()).hash
  const open = (argument: string) => {
    const { executablePath, args, env } = desktopCommand(desktop.ground, { args: [argument] })
    const { status } = spawnSync(executablePath, args, { env, timeout: 30_000 })
    expect(status).toBe(0)
  }
  open('orrery://inbox')
  await expect.poll(() => new URL(page.url()).hash).toBe('#/inbox')
  open(`orrery://${session.replace('#/', '')}`)
  await expect(prompt(page)).toBeVisible()
  const folder = join(desktop.ground.project, 'inside')
  mkdirSync(folder)
  open(folder)
  await expect(page.getByRole('button', { name: 'inside' }).first()).toBeVisible()
})

test('a page that crashes comes back to its session, and a run goes on meanwhile', async ({
  desktop,
}) => {
  const { app, page } = await desktop.start({ env: { ORRERY_DEMO_DELAY_MS: '15' } })
  await openFolder(page, 'Run the demo agent on one', desktop.ground.project)
  await expect(page.getByText('running', { exact: true })).toBeVisible()
  const crash = () =>
    app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
    })
  const session = new URL(page.url()).hash
  await crash()
  // While it is gone, nothing can be asked of it.
  const shown = () =>
    app
      .evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          `[location.hash, document.body.innerText.includes('running')]`,
        ),
      )
      .catch(() => [])
  await expect.poll(shown).toEqual([session, true])
})

test('what waits is on the badge until it is decided', async ({ desktop }) => {
  const { app, page } = await desktop.start()
  await openFolder(page, 'Run the demo agent on one', desktop.ground.project)
  const badge = () => app.evaluate((electron) => electron.app.getBadgeCount())
  await expect.poll(badge).toBe(1)
  await approve(page)
  await expect.poll(badge).toBe(0)
})

test('it says of itself whether everything works', async ({ desktop }) => {
  const { executablePath, args, env } = desktopCommand(desktop.ground, { args: ['--selftest'] })
  const child = spawn(executablePath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = await once(child, 'close')
  const { checks } = JSON.parse(printed)
  expect(checks.filter(({ error }: { readonly error?: string }) => error)).toEqual([])
  expect([code, checks.length]).toEqual([0, 10])
})
