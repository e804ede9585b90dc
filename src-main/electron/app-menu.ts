import { EventEmitter, on } from 'node:events'
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { type MenuCommand, MenuName } from '#shared/contract/native.ts'
import type { Project } from '#shared/contract/procedures/projects.ts'
import type { HostLink } from '../open-host.ts'

type Item = MenuItemConstructorOptions

const isMac = process.platform === 'darwin'

interface Acts {
  openFolder(path: string): void
}

/**
 * The app's menus: the page's own commands, the projects that were opened last, and what the system's
 * roles do. Beside macOS no menu is seen: the page hears its keys itself, and only roles listen to theirs.
 */
export class AppMenu {
  readonly #acts: Acts
  readonly #chosen = new EventEmitter()
  #commands: readonly MenuCommand[] = []
  #recent: readonly string[] = []

  constructor(acts: Acts) {
    this.#acts = acts
    this.#draw()
  }

  setCommands(commands: readonly MenuCommand[]): void {
    this.#commands = commands
    this.#draw()
  }

  setRecent(paths: readonly string[]): void {
    this.#recent = paths
    this.#draw()
  }

  /** What is chosen from now on. */
  async *chosen(signal: AbortSignal): AsyncGenerator<{ readonly id: string }> {
    for await (const [id] of on(this.#chosen, 'command', { signal })) yield { id }
  }

  #draw(): void {
    const menus = MenuName.options.map(
      (name): Item => ({ label: name, submenu: this.#inside(name) }),
    )
    const own: readonly Item[] = isMac ? [{ role: 'appMenu' }] : []
    const windows: readonly Item[] = isMac ? [{ role: 'windowMenu' }] : []
    const template = [...own, ...menus.filter(({ submenu }) => hasItems(submenu)), ...windows]
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  #inside(name: MenuName): Item[] {
    const commands = this.#commands.filter(({ menu }) => menu === name)
    const sections = [this.#before(name), commands.map((each) => this.#offer(each)), after(name)]
    const filled = sections.filter((items) => items.length > 0)
    return filled.flatMap((items, at) => (at === 0 ? items : [{ type: 'separator' }, ...items]))
  }

  #before(name: MenuName): readonly Item[] {
    if (name === 'Edit') return editing
    if (name !== 'File' || this.#recent.length === 0) return []
    const submenu = this.#recent.map((path): Item => {
      return { label: path, click: () => this.#acts.openFolder(path) }
    })
    return [{ label: 'Open a recent project', submenu }]
  }

  #offer({ id, title, accelerator, isEnabled }: MenuCommand): Item {
    return {
      id,
      label: title,
      enabled: isEnabled,
      click: () => void this.#chosen.emit('command', id),
      // Shown only: the page may have another use for them, as where one writes.
      ...(accelerator !== undefined && { accelerator, registerAccelerator: false }),
    }
  }
}

const editing: readonly Item[] = [
  { role: 'undo' },
  { role: 'redo' },
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' },
]

/** Electron's own menus also close the window at Ctrl+W, which shells and editors use, and zoom, which is the page's. */
function after(name: MenuName): readonly Item[] {
  if (name === 'View') {
    // A page that is reloaded by mistake loses nothing: its address says what was open.
    const tools: readonly Item[] = app.isPackaged ? [] : [{ role: 'toggleDevTools' }]
    return [{ role: 'reload' }, ...tools, { role: 'togglefullscreen' }]
  }
  return name === 'File' && !isMac ? [{ role: 'quit' }] : []
}

function hasItems(submenu: Item['submenu']): boolean {
  return Array.isArray(submenu) && submenu.length > 0
}

const MOST = 10

/** Tells of the projects that were opened last, now and whenever they change, until the host is gone. */
export async function followRecentProjects(
  link: HostLink,
  tell: (paths: readonly string[]) => void,
): Promise<void> {
  using channel = await link.connect()
  const client = connectClient(channel, contract)
  const read = async () => tell(pathsOf(await client['projects.list']({})))
  await read()
  for await (const { topic } of client['host.changes']({})) if (topic === 'projects') await read()
}

function pathsOf(projects: readonly Project[]): readonly string[] {
  const there = projects.filter(({ isMissing }) => !isMissing)
  return there.slice(0, MOST).map(({ path }) => path)
}

/** Has the dock and the taskbar offer them. Linux has no such list. */
export function offerRecentProjects(paths: readonly string[]): void {
  app.clearRecentDocuments()
  // The last that is added comes first.
  for (const path of paths.toReversed()) app.addRecentDocument(path)
}
