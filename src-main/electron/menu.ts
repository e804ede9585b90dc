import { Menu, type MenuItemConstructorOptions } from 'electron'

/**
 * Keys of the system's, and no more: Electron's own menu also closes the window at Ctrl+W, which
 * shells and editors use. Beside macOS the menu is not seen.
 */
export function setMenu(): void {
  const everywhere: MenuItemConstructorOptions[] = [
    { role: 'editMenu' },
    // Without zooming, which is the page's: it keeps the size.
    {
      label: 'View',
      submenu: [{ role: 'reload' }, { role: 'toggleDevTools' }, { role: 'togglefullscreen' }],
    },
  ]
  const items: MenuItemConstructorOptions[] =
    process.platform === 'darwin'
      ? [{ role: 'appMenu' }, ...everywhere, { role: 'windowMenu' }]
      : everywhere
  Menu.setApplicationMenu(Menu.buildFromTemplate(items))
}
