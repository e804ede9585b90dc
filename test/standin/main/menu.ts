import { EventEmitter } from 'node:events'
import type { MenuItemConstructorOptions } from 'electron'
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'

/** What is inside of the roles that are menus. */
const inRoles: Readonly<Record<string, readonly string[]>> = {
  appmenu: ['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit'],
  editmenu: ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll'],
  viewmenu: ['reload', 'toggleDevTools', 'togglefullscreen'],
  windowmenu: ['minimize', 'zoom', 'close'],
  filemenu: ['close', 'quit'],
}

export class MenuItem {
  readonly id: string | undefined
  readonly label: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly type: string
  readonly submenu: Menu | undefined
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly #onClick: MenuItemConstructorOptions['click']

  constructor(options: MenuItemConstructorOptions) {
    const { id, label, role, accelerator, click, submenu, enabled, visible, checked } = options
    const roles = inRoles[role?.toLowerCase() ?? '']
    const inside = submenu ?? roles?.map((each) => ({ role: each }) as MenuItemConstructorOptions)
    this.id = id
    this.label = label ?? role ?? ''
    this.role = role
    this.accelerator = accelerator ?? undefined
    this.submenu = Array.isArray(inside) ? Menu.buildFromTemplate(inside) : undefined
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal')
    this.enabled = enabled ?? true
    this.visible = visible ?? true
    this.checked = checked ?? false
    this.#onClick = click
  }

  click(): void {
    if (this.type === 'checkbox') this.checked = !this.checked
    const window = BrowserWindow.getFocusedWindow()
    if (this.#onClick) Reflect.apply(this.#onClick, undefined, [this, window, {}])
    else if (this.role === 'quit') app.quit()
    else if (this.role === 'close') window?.close()
    else if (this.role === 'reload') window?.webContents.reload()
    else throw new Error(`stand-in: a click on ${this.label} is not implemented`)
  }
}

let shown: Menu | null = null

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = []

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): Menu {
    const menu = new Menu()
    for (const options of template) menu.append(new MenuItem(options))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    shown = menu
  }

  static getApplicationMenu(): Menu | null {
    return shown
  }

  append(item: MenuItem): void {
    this.items.push(item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}
