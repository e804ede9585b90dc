import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { app } from 'electron'
import { type HostLink, openFolder } from '../open-host.ts'
import { findLink, LINK_SCHEME, parseLink } from './parse-link.ts'
import type { MainWindow } from './window.ts'

/** Has the system open `orrery://` links with this app. */
export function registerLinks(): void {
  // Started from source, the app is an argument of Electron's, which the system would not name.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
}

interface Means {
  readonly link: HostLink
  readonly window: MainWindow
  /** That something could not be opened, and why. */
  readonly say: (title: string, error: unknown) => void
}

/** What was asked to be opened: a folder, or a place in the window; neither: the window itself. */
interface Wish {
  readonly folder?: string
  readonly link?: string
}

/** Folders and links that the person, or another program, opens the app with: before it is up as well. */
export class Openings {
  readonly #early: Wish[] = []
  #means: Means | undefined

  constructor() {
    app.on('second-instance', (_event, argv, cwd) => void this.#openArguments(argv, cwd))
    // macOS, where they are no arguments: dropped on the dock, or opened elsewhere.
    app.on('open-file', (event, path) => {
      event.preventDefault()
      this.open(path)
    })
    app.on('open-url', (event, link) => {
      event.preventDefault()
      this.#take({ link })
    })
  }

  open(folder: string): void {
    this.#take({ folder })
  }

  /** From now on they are opened; first what came before, or what the app was started with. */
  async connect(means: Means): Promise<void> {
    this.#means = means
    const early = this.#early.splice(0)
    if (early.length === 0) return this.#openArguments(process.argv, process.cwd())
    for (const wish of early) await this.#fulfil(wish)
  }

  async #openArguments(argv: readonly string[], cwd: string): Promise<void> {
    const link = findLink(argv)
    const folder = link === undefined ? await findFolder(argv, cwd) : undefined
    this.#take({ ...(link !== undefined && { link }), ...(folder !== undefined && { folder }) })
  }

  #take(wish: Wish): void {
    if (this.#means) void this.#fulfil(wish)
    else this.#early.push(wish)
  }

  async #fulfil({ folder, link: opened }: Wish): Promise<void> {
    const means = this.#means
    if (!means) return
    const { link, window, say } = means
    const place = opened === undefined ? undefined : parseLink(opened)
    if (place !== undefined) return window.showPlace(place)
    window.show()
    if (folder === undefined) return
    try {
      window.showSession(await openFolder(link, folder))
    } catch (error) {
      say(`${folder} could not be opened`, error)
    }
  }
}

/** The folder that was named on a command line. */
async function findFolder(argv: readonly string[], cwd: string): Promise<string | undefined> {
  for (const argument of namedOn(argv, cwd)) {
    const path = resolve(cwd, argument)
    const found = await stat(path).catch(() => undefined)
    if (found?.isDirectory()) return path
  }
  return undefined
}

/** Chromium adds flags of its own and may change their order: only what is no flag counts. */
function namedOn(argv: readonly string[], cwd: string): readonly string[] {
  const named = argv.slice(1).filter((argument) => !argument.startsWith('-'))
  if (!process.defaultApp) return named
  // Started from source, the first argument is the app itself; further ones may name it too.
  const own = named.findIndex((argument) => resolve(cwd, argument) === resolve(app.getAppPath()))
  return named.filter((_, index) => index !== own)
}
