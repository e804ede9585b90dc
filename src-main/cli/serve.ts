import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError } from '#shared/error.ts'
import { systemClock } from '../core/clock.ts'
import { loadPty } from '../core/terminals/pty.ts'
import { findDataFolder } from '../data-folder.ts'
import { findInstallation } from '../installation.ts'
import { openFolder } from '../open-folder.ts'
import { openHost } from '../open-host.ts'
import { hasDisplay, openBrowser } from './browser.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { untilInterrupted } from './interrupt.ts'

const options = {
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export const command: Command = {
  usage: `orrery serve [OPTIONS] [FOLDER]

  --port N               Which port of this machine (here: any that is free)
  --no-open              Do not open a browser
  --json                 One line: { "url", "port", "pid" }`,
  run: async (args) => {
    const positionals = { min: 0, max: 1, what: 'which folder to open' }
    const { values, positionals: named } = readArgs(args, { name: 'serve', options, positionals })
    return serve({
      dataDir: findDataFolder(values['data-dir'], process.env),
      port: readPort(values.port),
      folder: named[0],
      isJson: values.json ?? false,
      opens: !values['no-open'],
    })
  },
}

interface Shown {
  readonly isJson: boolean
  readonly opens: boolean
}

interface Asked extends Shown {
  readonly dataDir: string
  readonly port: number
  /** Heads the window's list of projects. */
  readonly folder: string | undefined
}

async function serve({ dataDir, port, folder, ...shown }: Asked): Promise<number> {
  const { rendererDir } = findInstallation()
  if (!existsSync(join(rendererDir, 'index.html'))) {
    throw new AppError('unavailable', 'The window has not been built yet. Run: npm run build')
  }
  const { startServer } = await import('../server/server.ts')
  await using link = await openHost({ dataDir, face: 'serve', ...demoPace(process.env) })
  if (folder !== undefined) await openFolder(link, resolve(folder))
  await using server = await startServer({
    port,
    rendererDir,
    clock: systemClock,
    onChannel: (channel) => link.serve(channel),
  })
  const url = server.createLink()
  announce(url, server.port, shown)
  await sayNoTerminals()
  await using _browser =
    shown.opens && hasDisplay(process.env) ? openBrowser(url, sayNoBrowser) : undefined
  await untilInterrupted()
  return EXIT.ok
}

/** The scripted agent takes its time, for people to watch it. Who does not watch may have it faster. */
function demoPace({ ORRERY_DEMO_DELAY_MS }: NodeJS.ProcessEnv): { readonly demoDelayMs?: number } {
  return ORRERY_DEMO_DELAY_MS ? { demoDelayMs: Number(ORRERY_DEMO_DELAY_MS) } : {}
}

function announce(url: string, port: number, { isJson }: Shown): void {
  if (isJson) console.log(JSON.stringify({ url, port, pid: process.pid }))
  else console.log(`Orrery is running: ${url}\nThe link works once, within two minutes.`)
}

/** Everything else works without them. */
async function sayNoTerminals(): Promise<void> {
  try {
    await loadPty()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}

function sayNoBrowser(): void {
  console.error('No browser could be opened here: open the link yourself.')
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 0
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw wrongUsage(`--port takes a number below 65536, and "${text}" is none.`)
}
