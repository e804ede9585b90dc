import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { systemClock } from '../../core/runtime/clock.ts'
import { loadPty } from '../../core/terminals/pty.ts'
import { findDataFolder } from '../../data-folder.ts'
import { findInstallation } from '../../installation.ts'
import { openFolder, openHost } from '../../open-host.ts'
import type { Beyond } from '../../remote-access.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, printError } from '../command-line/format-output.ts'
import { untilInterrupted } from '../command-line/interrupt.ts'
import { handOverToOthers } from '../host-client/open-client.ts'
import { hasDisplay, openBrowser } from './open-browser.ts'
import { readBeyond, takePassword } from './serve-remote-access.ts'
import { serveWindow } from './serve-window.ts'

export const command = defineCommand({
  name: 'serve',
  usage: ['orrery serve [OPTIONS] [FOLDER]'],
  table: {
    port: {
      type: 'string',
      value: 'N',
      help: 'Which port of this machine (here: one that is free)',
    },
    host: {
      type: 'string',
      value: 'ADDRESS',
      help: 'Also for other machines, at this address of yours (0.0.0.0: at all of them). It asks them for a password, and encrypts nothing: put TLS in front of it',
    },
    'password-file': {
      type: 'string',
      value: 'FILE',
      help: 'Where the password stands, if not in ORRERY_PASSWORD: 12 characters at least',
    },
    'allow-host': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'A name it is reached by, as NAME or NAME:PORT; as often as it has names',
    },
    'no-open': { type: 'boolean', help: 'Do not open a browser' },
    json: {
      type: 'boolean',
      help: 'One line: { "url", "port", "pid" }, with --host also "addresses"',
    },
  },
  positionals: { min: 0, max: 1, what: 'which folder to open' },
  run: async ({ values, positionals: named }) => {
    return serve({
      dataDir: findDataFolder(values['data-dir'], process.env),
      port: readPort(values.port),
      beyond: readBeyond({
        host: values.host,
        names: values['allow-host'] ?? [],
        passwordFile: values['password-file'],
        password: takePassword(process.env),
      }),
      folder: named[0],
      isJson: values.json ?? false,
      opens: !values['no-open'],
    })
  },
})

interface Shown {
  readonly isJson: boolean
  readonly opens: boolean
}

interface Announced extends Pick<Shown, 'isJson'> {
  readonly url: string
  readonly port: number
  readonly addresses: readonly string[]
  /** Others reach it. */
  readonly isExposed: boolean
}

interface Asked extends Shown {
  readonly dataDir: string
  readonly port: number
  /** Where others reach it. */
  readonly beyond: Beyond | undefined
  /** Heads the window's list of projects. */
  readonly folder: string | undefined
}

async function serve({ dataDir, port, beyond, folder, ...shown }: Asked): Promise<number> {
  const { rendererDir } = findInstallation()
  if (!existsSync(join(rendererDir, 'index.html'))) {
    throw new AppError('unavailable', 'The window has not been built yet. Run: npm run build')
  }
  const { startServer } = await import('../../server/server.ts')
  await using link = await openHost({
    dataDir,
    face: 'serve',
    client: { type: 'cli', command: 'serve' },
    resumesWaits: true,
    ...demoPace(process.env),
  })
  if (folder !== undefined) await openFolder(link, resolve(folder))
  await using server = await startServer({
    port,
    beyond,
    rendererDir,
    clock: systemClock,
    onChannel: (channel, connection) => void serveWindow(link, channel, connection),
  })
  const url = server.createLink()
  const { port: listening, addresses } = server
  const isExposed = beyond !== undefined
  // Before the link is printed: from then on other programs count on a proper end.
  const interrupted = untilInterrupted()
  announce({ url, port: listening, addresses, isJson: shown.isJson, isExposed })
  await sayNoTerminals()
  await using _browser =
    shown.opens && hasDisplay(process.env) ? openBrowser(url, sayNoBrowser) : undefined
  await interrupted
  await handOverToOthers(link)
  return EXIT.ok
}

/** The scripted agent takes its time, for people to watch it. Who does not watch may have it faster. */
function demoPace({ ORRERY_DEMO_DELAY_MS }: NodeJS.ProcessEnv): { readonly demoDelayMs?: number } {
  return ORRERY_DEMO_DELAY_MS ? { demoDelayMs: Number(ORRERY_DEMO_DELAY_MS) } : {}
}

function announce({ url, port, addresses, isJson, isExposed }: Announced): void {
  if (isExposed) sayNotEncrypted()
  if (isJson) {
    const elsewhere = isExposed ? { addresses } : {}
    console.log(formatJson({ url, port, pid: process.pid, ...elsewhere }))
    return
  }
  console.log(`Orrery is running: ${url}\nThe link works once, within two minutes.`)
  if (isExposed) console.log(`Without it, the password is asked for: ${addresses.join(', ')}`)
}

/** Not on standard output, which programs read. */
function sayNotEncrypted(): void {
  console.error(
    'Nothing is encrypted on the way, the password neither: put TLS in front of it, and name it with --allow-host.',
  )
}

/** Everything else works without them. */
async function sayNoTerminals(): Promise<void> {
  try {
    await loadPty()
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
  }
}

function sayNoBrowser(): void {
  console.error('No browser could be opened here: open the link yourself.')
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 0
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw wrongUsage(`--port takes a number below 65536, not "${text}".`)
}
